"""lit's configuration for the unit tests: GoogleTest programs of build/unittests, a folder each. See
docs/dev/Testing.md."""

import os

import lit.formats

config.name = "Fusion-Unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = config.test_exec_root = config.fusion_unittests_dir

passed = "LD_LIBRARY_PATH CUDA_VISIBLE_DEVICES HOME FUSION_SEEDED_FAULT TMPDIR"
for name in passed.split():
    if name in os.environ:
        config.environment[name] = os.environ[name]
if config.fusion_sanitize:  # as in ../lit.cfg.py
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:allow_user_poisoning=0:detect_odr_violation=0:allocator_may_return_null=1"
    )
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    config.environment["TSAN_OPTIONS"] = "halt_on_error=1"

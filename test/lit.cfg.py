"""lit's configuration for the whole test folder. See docs/dev/Testing.md."""

import ctypes
import os
import platform
import re
import shutil
import subprocess

import lit.formats

config.name = "Fusion"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py.in"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.fusion_obj_root, "test")

# Our programs first, then FileCheck, not and the upstream tools.
config.environment["PATH"] = os.path.pathsep.join(
    [config.fusion_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
passed = "LD_LIBRARY_PATH CUDA_VISIBLE_DEVICES CCACHE_DIR HOME FUSION_SEEDED_FAULT"
passed += " FUSION_GPU_JOBS FUSION_GPU_SAMPLE FUSION_HOST_CPU"
config.environment["FUSION_TUNING_DB"] = "off"  # what somebody measured on this machine
if "FUSION_ASSEMBLER" in os.environ:  # docs/dev/GPUTests.md: an assembler that was chosen, not one that is set up
    passed += " FUSION_ASSEMBLER CUDA_HOME"
for name in passed.split():
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%fusion_src_root", config.fusion_src_root))
config.substitutions.append(("%fusion_obj_root", config.fusion_obj_root))
config.substitutions.append(("%fusion_lib_dir", config.fusion_lib_dir))
config.substitutions.append(("%unittests", config.fusion_unittests_dir))
config.substitutions.append(("%verify", config.fusion_verify_dir))
config.substitutions.append(("%mlir_tblgen", config.mlir_tblgen))
config.substitutions.append(("%mlir_include", config.mlir_include))
config.substitutions.append(("%cmake", config.cmake))
config.substitutions.append(("%cpack", os.path.join(os.path.dirname(config.cmake), "cpack")))
config.substitutions.append(("%cc", config.host_cc))
config.substitutions.append(("%cxx", config.host_cxx))
config.substitutions.append(("%python", config.python))

# %models: graphs as exporters write them, see test/Models/README.md.
config.substitutions.append(("%models", os.path.join(config.test_source_root, "Models", "Inputs")))


def gpu_capability():
    """Compute capability of the first device that the NVIDIA driver sees ("9.0"), or None."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    count, major, minor = ctypes.c_int(0), ctypes.c_int(0), ctypes.c_int(0)
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)) or count.value == 0:
        return None
    driver.cuDeviceGetAttribute(ctypes.byref(major), 75, 0)
    driver.cuDeviceGetAttribute(ctypes.byref(minor), 76, 0)
    return f"{major.value}.{minor.value}"


# host=x86_64 and so on: the processor's architecture.
config.available_features.add("host=" + platform.machine())

# cuda: a GPU that kernels can be run on; no-cuda-device: none; cuda-9.0: one of that compute capability.
capability = gpu_capability() if config.fusion_cuda else None
config.available_features.add("cuda" if capability else "no-cuda-device")
if capability:
    config.available_features.add("cuda-" + capability)

# ptxas: PTX can be made into a cubin and checked; ptxas-tool: the program itself is there, as %ptxas.
if config.fusion_cuda and (config.fusion_ptxas or config.fusion_nvjitlink):
    config.available_features.add("ptxas")
if config.fusion_cuda and config.fusion_ptxas:
    config.available_features.add("ptxas-tool")
config.substitutions.append(("%ptxas", config.fusion_ptxas or "ptxas"))

# torch, jax and so on: wheels of tools/test-wheels.txt, by their names there. They are looked for in the virtual
# environment that tools/test-wheels.sh makes, or that FUSION_TEST_VENV names, and else where the build's Python is. A
# wheel that is installed and cannot be loaded is no missing feature: its tests fail.
venv_python = os.path.join(config.fusion_src_root, os.environ.get("FUSION_TEST_VENV", ".venv"), "bin", "python")
if not os.path.exists(venv_python):
    venv_python = config.python
with open(os.path.join(config.fusion_src_root, "tools", "test-wheels.txt"), encoding="utf-8") as pins:
    wheels = re.findall(r"^([\w-]+)==", pins.read(), re.MULTILINE)
find_wheels = "import importlib.metadata as m, sys\nfor w in sys.argv[1:]:\n  if any(m.distributions(name=w)): print(w)"
found = subprocess.run([venv_python, "-c", find_wheels, *wheels], stdout=subprocess.PIPE, text=True, check=True).stdout
config.available_features.update(found.split())
config.substitutions.append(("%venv_python", venv_python))
config.substitutions.append(("%venv_path", os.path.dirname(venv_python) + os.pathsep + config.environment["PATH"]))

# wheel-tools: tools/wheel-tools.sh installed what packs and checks the wheel, for this place.
wheel_tools = os.path.join(config.fusion_src_root, ".venv-wheel")
if os.path.exists(os.path.join(wheel_tools, "stamp")):
    config.available_features.add("wheel-tools")
config.substitutions.append(("%wheel_python", os.path.join(wheel_tools, "bin", "python")))

# chromium: built pages can be opened. tools/setup.sh --docs installs it.
if any(shutil.which(browser) for browser in ("chromium", "chromium-browser", "google-chrome")):
    config.available_features.add("chromium")

# python-package: the package was built (it takes Python's headers), and NumPy is installed. Instrumented libraries do
# not load into a Python that is not.
extension = os.path.join(config.fusion_obj_root, "python", "fusion", "_native.abi3.so")
find_modules = "import importlib.util as u, sys\nfor m in sys.argv[1:]:\n  if not u.find_spec(m): sys.exit(1)"
find_numpy = [config.python, "-c", find_modules, "numpy"]
has_numpy = subprocess.run(find_numpy, stderr=subprocess.DEVNULL).returncode == 0
if os.path.exists(extension) and has_numpy and not config.fusion_sanitize:
    config.available_features.add("python-package")
    # python-wheel: and the libraries of its wheel, by the target fusion-wheel.
    if os.path.exists(os.path.join(config.fusion_obj_root, "wheel", "_native.abi3.so")):
        config.available_features.add("python-wheel")

# devel: what building a program against the project takes (packed test folders on GPU machines lack it).
if config.cmake and shutil.which("ninja"):
    config.available_features.add("devel")
# strace: the files and programs that a program touches can be seen.
if shutil.which("strace") and os.system("strace -o /dev/null true 2>/dev/null") == 0:
    config.available_features.add("strace")
for program in ("mlir-opt", "clang-format-22", "man", "zsh", "dpkg-deb", "pkg-config", "g++", "doxygen"):
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(program)
# german-locale: localedef can make one, de_DE, in which numbers have a comma where C's have a point.
if shutil.which("localedef") and os.path.exists("/usr/share/i18n/locales/de_DE"):
    config.available_features.add("german-locale")
# zsh-terminal: zsh can be typed to, which takes a pseudo-terminal.
type_zsh = os.path.join(config.test_source_root, "tools", "Inputs", "type.zsh")
if "zsh" in config.available_features and subprocess.run(
    ["zsh", "-f", type_zsh, ":", "print re''ply\\n", "*reply*"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
).returncode == 0:
    config.available_features.add("zsh-terminal")

# Instrumented programs. LLVM's and MLIR's libraries are not: what those do to containers and to memory that our code
# has poisoned would be false findings, and what only they do to each other is not seen. Programs that are not ours
# cannot load our libraries, nor can leaks be looked for under strace.
if config.fusion_sanitize:
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:allow_user_poisoning=0:detect_odr_violation=0:allocator_may_return_null=1"
    )
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    config.environment["TSAN_OPTIONS"] = "halt_on_error=1"
    config.available_features -= {"devel", "mlir-opt", "strace"}
    config.available_features.add("sanitized")

# pass-statistics: LLVM was built to count them (with assertions, or LLVM_FORCE_ENABLE_STATS); Debian's was not.
fusion_opt = os.path.join(config.fusion_tools_dir, "fusion-opt")
if os.path.exists(fusion_opt):
    counted = subprocess.run(
        [fusion_opt, "--fusion-set-numerics=numerics=strict", "--mlir-pass-statistics"],
        input="module {}", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if "num-set" in counted.stderr:
        config.available_features.add("pass-statistics")

# A test that hangs is a failed test (lit needs psutil for that).
try:
    import psutil  # noqa: F401

    lit_config.maxIndividualTestTime = 3600 if config.fusion_sanitize else 600
except ImportError:
    pass

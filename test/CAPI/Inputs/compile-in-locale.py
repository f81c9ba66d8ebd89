"""compile-in-locale.py LIBFUSION LOCALE GRAPH TUNING-FILE: prints the report of the graph, compiled for sm_90a with the
tuning file by a program that has set the locale."""
import ctypes
import locale
import sys

library, name, graph, tuning = sys.argv[1:]
locale.setlocale(locale.LC_ALL, name)
fusion = ctypes.CDLL(library)
for function in ("fusion_session_create", "fusion_source_create", "fusion_compile"):
    getattr(fusion, function).restype = ctypes.c_void_p
fusion.fusion_session_errors.restype = ctypes.c_char_p
fusion.fusion_result_data.restype = ctypes.c_void_p
fusion.fusion_result_size.restype = ctypes.c_size_t

session = ctypes.c_void_p(fusion.fusion_session_create())
for option, value in (("target", "sm_90a"), ("tuning-db", tuning)):
    if fusion.fusion_session_set_option(session, option.encode(), value.encode()):
        sys.exit(fusion.fusion_session_errors(session).decode())
text = open(graph, "rb").read()
source = ctypes.c_void_p(fusion.fusion_source_create(text, ctypes.c_size_t(len(text)), b"graph.mlir", 0))
FUSION_EMIT_REPORT = 7
result = ctypes.c_void_p(fusion.fusion_compile(session, source, FUSION_EMIT_REPORT))
if not result:
    sys.exit(fusion.fusion_session_errors(session).decode())
print(ctypes.string_at(ctypes.c_void_p(fusion.fusion_result_data(result)), fusion.fusion_result_size(result)).decode())

!t = tensor<65536xbf16>
func.func @main(%x: !t) -> (!t, !t, !t, !t, !t, !t, !t, !t, !t) {
  %0 = fusion.gelu %x {approximate = "tanh"} : !t
  %1 = fusion.gelu %x {approximate = "erf"} : !t
  %2 = fusion.silu %x : !t
  %3 = fusion.sigmoid %x : !t
  %4 = fusion.tanh %x : !t
  %5 = fusion.erf %x : !t
  %6 = fusion.exp %x : !t
  %7 = fusion.softplus %x : !t
  %8 = fusion.mish %x : !t
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : !t, !t, !t, !t, !t, !t, !t, !t, !t
}

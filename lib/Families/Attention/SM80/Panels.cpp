// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the copies of panels.

#include "Panels.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

// Each thread copies as many units of 16 bytes as the others; fragments are of 16 lines.
Panels Panels::get(bool kMajor, int64_t mn, int64_t k, int64_t elementBytes, int64_t threads, int64_t rowBytes) {
  int64_t unitsOfRow = rowBytes / 16;
  int64_t lines = llvm::alignTo(kMajor ? mn : k, std::max<int64_t>(threads / unitsOfRow, 16));
  int64_t elements = rowBytes / elementBytes;
  int64_t count = static_cast<int64_t>(llvm::divideCeil(kMajor ? k : mn, elements));
  return {kMajor ? SharedTile{lines, elements, true, elementBytes} : SharedTile{elements, lines, false, elementBytes},
          count};
}

void PanelCopy::emit(Value mn, Value k, Value mnSize, Value kSize, Value shared) const {
  const SharedTile &panel = panels.panel;
  Value stride = panel.kMajor ? matrix.colStride : matrix.rowStride; // along k
  for (int64_t number = 0; number < panels.count; ++number) {
    int64_t behind = number * panel.rowBytes() / panel.elementBytes;
    Value ownMN = panel.kMajor ? mn : kb.add(mn, behind), ownK = panel.kMajor ? kb.add(k, behind) : k;
    MatrixOperand own = matrix;
    own.pointer = kb.offsetPtr(own.pointer, kb.mul(kb.mul(kb.toI64(ownK), stride), panel.elementBytes));
    Value left = mnSize ? kb.sub(mnSize, ownMN) : Value();
    TileCopy copy(kb, panel, own, kVectorBytes, threads, thread, ownMN, left);
    copy.emit(kb, copy.firstSource(), kSize ? kb.sub(kSize, ownK) : Value(),
              kb.offsetPtr(shared, number * panel.bytes()));
  }
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that names the chip on the module.

#include "fusion/Support/ChipTable.h"
#include "fusion/Transforms/Passes.h"

namespace fusion {
#define GEN_PASS_DEF_ATTACHTARGETPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct AttachTargetPass : fusion::impl::AttachTargetPassBase<AttachTargetPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const ChipInfo *row = lookupChip(chip);
    if (!row) {
      module.emitError() << "fusion-attach-target expects a known chip, but has '" << chip << "'; known chips are "
                         << listChips();
      return signalPassFailure();
    }
    const ChipCard *known = findCard(*row, card);
    if (!known && !card.empty()) {
      module.emitError() << "fusion-attach-target expects a known card, but has '" << card << "'; known cards with "
                         << chip << " are " << listCards(*row);
      return signalPassFailure();
    }
    auto present = module->getAttrOfType<TargetAttr>(kTargetAttrName);
    StringRef presentCard = present && present.getChip() == chip ? present.getCard() : StringRef();
    auto target = TargetAttr::get(&getContext(), chip, known ? known->name : presentCard);
    if (present && (present.getChip() != chip || (!presentCard.empty() && present != target))) {
      module.emitError() << "fusion-attach-target expects a module without a target or with '"
                         << (presentCard.empty() ? StringRef(chip) : known->name) << "', but it has " << present;
      return signalPassFailure();
    }
    numAttached += present != target;
    module->setAttr(kTargetAttrName, target);
  }
};
} // namespace

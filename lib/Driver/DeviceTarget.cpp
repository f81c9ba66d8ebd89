// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the chip and the card of a device in the chip table.

#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Driver/UserTuning.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace fusion;

runtime::Expected<const ChipInfo *> fusion::findChip(const runtime::DeviceInfo &info, StringRef wanted) {
  const char *named = wanted.empty() ? std::getenv("FUSION_CHIP") : nullptr;
  if (named)
    wanted = named;
  std::string device = runtime::concat(info.name, " has compute capability ", info.major, ".", info.minor);
  const ChipInfo *chip = wanted.empty() ? findChipFor(info.major, info.minor) : lookupChip(wanted);
  if (chip && runsOn(*chip, info.major, info.minor))
    return chip;
  return runtime::Error::make(device, wanted.empty() ? ", and kernels are made for 8.0 and later"
                                                     : ", and does not run code for " + wanted.str() +
                                                           (named ? ", which FUSION_CHIP names" : ""));
}

static bool isOwnChip(const ChipInfo &chip, const runtime::DeviceInfo &info) {
  std::string number = std::to_string(10 * info.major + info.minor);
  return chip.name == "sm_" + number || chip.name == "sm_" + number + "a";
}

static void setTarget(const ChipInfo &chip, const runtime::DeviceInfo &info, CompileOptions &options,
                      std::string &note) {
  options.target = chip.name.str();
  const ChipCard *card = findCard(chip, info.name, info.multiprocessors);
  options.card = card ? card->name.str() : "";
  options.foundTuningDb = findUserTuningFile(chip.name, info.name);
  if (findChipFor(info.major, info.minor) == &chip && !isOwnChip(chip, info))
    note = runtime::concat(info.name, " has compute capability ", info.major, ".", info.minor,
                           ", for which there are no kernels of its own: those of ", options.target, " are used");
}

runtime::Expected<std::optional<int>> fusion::findAutomatic(StringRef target) {
  int ordinal = 0;
  if (!target.consume_front("auto"))
    return std::optional<int>();
  if (target.empty() || (target.consume_front(":") && !target.getAsInteger(10, ordinal) && ordinal >= 0))
    return std::optional<int>(ordinal);
  return runtime::Error::make("target expects auto or auto:N, with the number of a device");
}

runtime::Error fusion::setTargetFor(FusionDevice kind, int ordinal, CompileOptions &options, std::string &note,
                                    StringRef chip) {
  note.clear();
  options.target = "cpu";
  options.card.clear();
  options.foundTuningDb.clear();
  if (kind == FUSION_CPU)
    return {};
  auto device = runtime::Device::open(kind, ordinal);
  if (!device)
    return device.takeError();
  runtime::Expected<const ChipInfo *> found = findChip((*device)->info(), chip);
  if (!found)
    return found.takeError();
  setTarget(**found, (*device)->info(), options, note);
  return {};
}

runtime::Error fusion::setAutomaticTarget(int ordinal, CompileOptions &options, std::string &note) {
  auto count = runtime::cudaDeviceCount();
  if (!count && ordinal == 0)
    return setTargetFor(FUSION_CPU, 0, options, note);
  if (!count)
    return count.takeError();
  runtime::Error error = setTargetFor(FUSION_CUDA, ordinal, options, note);
  if (!error || ordinal != 0)
    return error;
  note = runtime::concat(error.message(), ": running on the CPU");
  return {};
}

runtime::Error fusion::replaceAutomaticTarget(CompileOptions &options) {
  auto ordinal = findAutomatic(options.target);
  if (!ordinal || !*ordinal)
    return ordinal ? runtime::Error() : ordinal.takeError();
  std::string given = options.target, card = options.card, note;
  if (runtime::Error error = setTargetFor(FUSION_CUDA, **ordinal, options, note))
    return runtime::Error::make("target '", given, "' is the chip of this machine's GPU: ", error.message(),
                                "; give cpu, or the chip to compile for: ", listChips());
  if (!card.empty()) {
    options.card = card;
    options.foundTuningDb.clear();
  }
  if (!note.empty())
    llvm::errs() << "warning: " << note << "\n";
  return {};
}

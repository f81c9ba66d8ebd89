// Rows of other types and shapes: statistics in f64, guards of softmax, dimensions of size 1, reshapes between a norm's
// operations.

#all = affine_map<(d0, d1) -> (d0, d1)>
#keep = affine_map<(d0, d1) -> (d0, 0)>
#row = affine_map<(d0, d1) -> (d0)>
#all3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#vector3 = affine_map<(d0, d1, d2) -> (d2)>
#all4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#row4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#keep4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>

// A layer norm of bf16 behind a product, whose rows are counted by two loops: the mean for the variance and the
// variance in f64, the mean once more in f32.
func.func @statistics_in_f64(%x: tensor<21x64xbf16>, %w: tensor<64x330xbf16>, %before: tensor<3x7x330xbf16>, %gain: tensor<330xbf16>) -> tensor<3x7x330xbf16> {
  %z64 = arith.constant 0.0 : f64
  %z = arith.constant 0.0 : f32
  %n64 = arith.constant 330.0 : f64
  %n = arith.constant 330.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %p = fusion.matmul %x, %w : (tensor<21x64xbf16>, tensor<64x330xbf16>) -> tensor<21x330xbf16>
  %rows = tensor.expand_shape %p [[0, 1], [2]] output_shape [3, 7, 330] : tensor<21x330xbf16> into tensor<3x7x330xbf16>
  %sum_before = fusion.add %rows, %before : (tensor<3x7x330xbf16>, tensor<3x7x330xbf16>) -> tensor<3x7x330xbf16>
  %e64 = tensor.empty() : tensor<3x7x1xf64>
  %e = tensor.empty() : tensor<3x7x1xf32>
  %f64 = linalg.fill ins(%z64 : f64) outs(%e64 : tensor<3x7x1xf64>) -> tensor<3x7x1xf64>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x7x1xf32>) -> tensor<3x7x1xf32>
  %wide = fusion.cast %sum_before : tensor<3x7x330xbf16> to tensor<3x7x330xf32>
  %wider = fusion.cast %wide : tensor<3x7x330xf32> to tensor<3x7x330xf64>
  %s64 = linalg.generic {indexing_maps = [#all3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%wider : tensor<3x7x330xf64>) outs(%f64 : tensor<3x7x1xf64>) {
  ^bb0(%i: f64, %o: f64):
    %a = arith.addf %i, %o : f64
    linalg.yield %a : f64
  } -> tensor<3x7x1xf64>
  %m64 = linalg.generic {indexing_maps = [#keep3, #all3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s64 : tensor<3x7x1xf64>) outs(%e64 : tensor<3x7x1xf64>) {
  ^bb0(%i: f64, %o: f64):
    %a = arith.divf %i, %n64 : f64
    linalg.yield %a : f64
  } -> tensor<3x7x1xf64>
  %v64 = linalg.generic {indexing_maps = [#all3, #keep3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%wider, %m64 : tensor<3x7x330xf64>, tensor<3x7x1xf64>) outs(%f64 : tensor<3x7x1xf64>) {
  ^bb0(%i: f64, %mean: f64, %o: f64):
    %d = arith.subf %i, %mean : f64
    %q = arith.mulf %d, %d : f64
    %a = arith.addf %q, %o : f64
    linalg.yield %a : f64
  } -> tensor<3x7x1xf64>
  %s = linalg.generic {indexing_maps = [#all3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%wide : tensor<3x7x330xf32>) outs(%f : tensor<3x7x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %o : f32
    linalg.yield %a : f32
  } -> tensor<3x7x1xf32>
  %oe = tensor.empty() : tensor<3x7x330xbf16>
  %y = linalg.generic {indexing_maps = [#all3, #keep3, #keep3, #vector3, #all3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%wide, %s, %v64, %gain : tensor<3x7x330xf32>, tensor<3x7x1xf32>, tensor<3x7x1xf64>, tensor<330xbf16>) outs(%oe : tensor<3x7x330xbf16>) {
  ^bb0(%i: f32, %sum: f32, %vs: f64, %gg: bf16, %o: bf16):
    %vm = arith.divf %vs, %n64 : f64
    %v = arith.truncf %vm : f64 to f32
    %ve = arith.addf %v, %eps : f32
    %rs = math.rsqrt %ve : f32
    %mean = arith.divf %sum, %n : f32
    %d = arith.subf %i, %mean : f32
    %q = arith.mulf %d, %rs : f32
    %g = arith.extf %gg : bf16 to f32
    %h = arith.mulf %q, %g : f32
    %k = arith.truncf %h : f32 to bf16
    linalg.yield %k : bf16
  } -> tensor<3x7x330xbf16>
  return %y : tensor<3x7x330xbf16>
}

// Rows of f64 that are longer than what a block keeps, of which only a call says how many there are.
func.func @long_rows(%x: tensor<?x9001xf64>) -> (tensor<?x9001xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x9001xf64>
  %e = tensor.empty(%rows) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %square = fusion.mul %x, %x : (tensor<?x9001xf64>, tensor<?x9001xf64>) -> tensor<?x9001xf64>
  %s = linalg.reduce { arith.addf } ins(%square : tensor<?x9001xf64>) outs(%f : tensor<?xf64>) dimensions = [1]
  %sums = tensor.expand_shape %s [[0, 1, 2]] output_shape [%rows, 1, 1] : tensor<?xf64> into tensor<?x1x1xf64>
  %column = tensor.collapse_shape %sums [[0], [1, 2]] : tensor<?x1x1xf64> into tensor<?x1xf64>
  %y = fusion.div %x, %column : (tensor<?x9001xf64>, tensor<?x1xf64>) -> tensor<?x9001xf64>
  return %y, %s : tensor<?x9001xf64>, tensor<?xf64>
}

// A softmax as exporters write it: its maximum comes with a place that nobody reads, and rows that are -inf throughout
// become 0, which is asked in f64.
func.func @safe_softmax(%x: tensor<6x5x70xf32>) -> tensor<2x3x5x70xf16> {
  %ninf = arith.constant 0xFF800000 : f32
  %ninf64 = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : f16
  %none = arith.constant 0 : i64
  %true = arith.constant true
  %v = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [2, 3, 5, 70] : tensor<6x5x70xf32> into tensor<2x3x5x70xf32>
  %e = tensor.empty() : tensor<2x3x5xf32>
  %ei = tensor.empty() : tensor<2x3x5xi64>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %fi = linalg.fill ins(%none : i64) outs(%ei : tensor<2x3x5xi64>) -> tensor<2x3x5xi64>
  %most:2 = linalg.generic {indexing_maps = [#all4, #row4, #row4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v : tensor<2x3x5x70xf32>) outs(%f, %fi : tensor<2x3x5xf32>, tensor<2x3x5xi64>) {
  ^bb0(%i: f32, %m: f32, %p: i64):
    %0 = linalg.index 3 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %i, %m : f32
    %3 = arith.cmpf ogt, %i, %m : f32
    %4 = arith.select %3, %1, %p : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<2x3x5xf32>, tensor<2x3x5xi64>)
  %mosts = tensor.expand_shape %most#0 [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
  %shifted = fusion.sub %v, %mosts : (tensor<2x3x5x70xf32>, tensor<2x3x5x1xf32>) -> tensor<2x3x5x70xf32>
  %exp = fusion.exp %shifted : tensor<2x3x5x70xf32>
  %es = tensor.empty() : tensor<2x3x5x1xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x5x1xf32>) -> tensor<2x3x5x1xf32>
  %sum = linalg.generic {indexing_maps = [#all4, #keep4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%exp : tensor<2x3x5x70xf32>) outs(%fs : tensor<2x3x5x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %o : f32
    linalg.yield %a : f32
  } -> tensor<2x3x5x1xf32>
  %part = fusion.div %exp, %sum : (tensor<2x3x5x70xf32>, tensor<2x3x5x1xf32>) -> tensor<2x3x5x70xf32>
  %narrow = fusion.cast %part : tensor<2x3x5x70xf32> to tensor<2x3x5x70xf16>
  %et = tensor.empty() : tensor<2x3x5x70xi1>
  %is = linalg.generic {indexing_maps = [#all4, #all4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v : tensor<2x3x5x70xf32>) outs(%et : tensor<2x3x5x70xi1>) {
  ^bb0(%i: f32, %o: i1):
    %w = arith.extf %i : f32 to f64
    %c = arith.cmpf oeq, %w, %ninf64 : f64
    linalg.yield %c : i1
  } -> tensor<2x3x5x70xi1>
  %ea = tensor.empty() : tensor<2x3x5x1xi1>
  %fa = linalg.fill ins(%true : i1) outs(%ea : tensor<2x3x5x1xi1>) -> tensor<2x3x5x1xi1>
  %all = linalg.generic {indexing_maps = [#all4, #keep4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%is : tensor<2x3x5x70xi1>) outs(%fa : tensor<2x3x5x1xi1>) {
  ^bb0(%i: i1, %o: i1):
    %a = arith.andi %i, %o : i1
    linalg.yield %a : i1
  } -> tensor<2x3x5x1xi1>
  %eo = tensor.empty() : tensor<2x3x5x70xf16>
  %y = linalg.generic {indexing_maps = [#keep4, #all4, #all4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%all, %narrow : tensor<2x3x5x1xi1>, tensor<2x3x5x70xf16>) outs(%eo : tensor<2x3x5x70xf16>) {
  ^bb0(%a: i1, %i: f16, %o: f16):
    %s = arith.select %a, %zero16, %i : f16
    linalg.yield %s : f16
  } -> tensor<2x3x5x70xf16>
  return %y : tensor<2x3x5x70xf16>
}

// The rows of a softmax behind dimensions of size 1.
func.func @unit_dimensions(%x: tensor<9x33x65xf32>) -> tensor<9x33x65xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %v = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [1, 9, 33, 65] : tensor<9x33x65xf32> into tensor<1x9x33x65xf32>
  %e = tensor.empty() : tensor<1x9x33xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<1x9x33xf32>) -> tensor<1x9x33xf32>
  %most = linalg.generic {indexing_maps = [#all4, #row4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v : tensor<1x9x33x65xf32>) outs(%f : tensor<1x9x33xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.maximumf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<1x9x33xf32>
  %c = tensor.collapse_shape %most [[0, 1], [2]] : tensor<1x9x33xf32> into tensor<9x33xf32>
  %w = tensor.expand_shape %c [[0], [1, 2]] output_shape [9, 33, 1] : tensor<9x33xf32> into tensor<9x33x1xf32>
  %d = fusion.sub %x, %w : (tensor<9x33x65xf32>, tensor<9x33x1xf32>) -> tensor<9x33x65xf32>
  %y = fusion.exp %d : tensor<9x33x65xf32>
  %ev = tensor.expand_shape %y [[0], [1, 2], [3]] output_shape [9, 1, 33, 65] : tensor<9x33x65xf32> into tensor<9x1x33x65xf32>
  %es = tensor.empty() : tensor<9x1x33xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<9x1x33xf32>) -> tensor<9x1x33xf32>
  %sum = linalg.generic {indexing_maps = [#all4, #row4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%ev : tensor<9x1x33x65xf32>) outs(%fs : tensor<9x1x33xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<9x1x33xf32>
  %cs = tensor.collapse_shape %sum [[0, 1], [2]] : tensor<9x1x33xf32> into tensor<9x33xf32>
  %ws = tensor.expand_shape %cs [[0], [1, 2]] output_shape [9, 33, 1] : tensor<9x33xf32> into tensor<9x33x1xf32>
  %q = fusion.div %y, %ws : (tensor<9x33x65xf32>, tensor<9x33x1xf32>) -> tensor<9x33x65xf32>
  return %q : tensor<9x33x65xf32>
}

// Integers and truth values of every width, of rows that are no turn of all threads.
func.func @integers(%a: tensor<5x70xi8>, %b: tensor<5x70xi16>, %c: tensor<5x70xi64>, %d: tensor<5x300xi1>) -> (tensor<5xi8>, tensor<5xi16>, tensor<5xi64>, tensor<5xi1>, tensor<5xi64>) {
  %least8 = arith.constant -128 : i8
  %zero16 = arith.constant 0 : i16
  %one = arith.constant 1 : i64
  %false = arith.constant false
  %zero = arith.constant 0 : i64
  %e8 = tensor.empty() : tensor<5xi8>
  %e16 = tensor.empty() : tensor<5xi16>
  %e64 = tensor.empty() : tensor<5xi64>
  %e1 = tensor.empty() : tensor<5xi1>
  %f8 = linalg.fill ins(%least8 : i8) outs(%e8 : tensor<5xi8>) -> tensor<5xi8>
  %f16 = linalg.fill ins(%zero16 : i16) outs(%e16 : tensor<5xi16>) -> tensor<5xi16>
  %f64 = linalg.fill ins(%one : i64) outs(%e64 : tensor<5xi64>) -> tensor<5xi64>
  %f1 = linalg.fill ins(%false : i1) outs(%e1 : tensor<5xi1>) -> tensor<5xi1>
  %fz = linalg.fill ins(%zero : i64) outs(%e64 : tensor<5xi64>) -> tensor<5xi64>
  %0 = linalg.reduce { arith.maxsi } ins(%a : tensor<5x70xi8>) outs(%f8 : tensor<5xi8>) dimensions = [1]
  %1 = linalg.reduce { arith.addi } ins(%b : tensor<5x70xi16>) outs(%f16 : tensor<5xi16>) dimensions = [1]
  %2 = linalg.reduce { arith.muli } ins(%c : tensor<5x70xi64>) outs(%f64 : tensor<5xi64>) dimensions = [1]
  %3 = linalg.reduce { arith.ori } ins(%d : tensor<5x300xi1>) outs(%f1 : tensor<5xi1>) dimensions = [1]
  %4 = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%c : tensor<5x70xi64>) outs(%fz : tensor<5xi64>) dimensions = [1]
  return %0, %1, %2, %3, %4 : tensor<5xi8>, tensor<5xi16>, tensor<5xi64>, tensor<5xi1>, tensor<5xi64>
}

// Reductions over one value, and over none.
func.func @one_value(%x: tensor<9x1xf32>, %y: tensor<?x?xf64>) -> (tensor<9xf32>, tensor<9x1xf32>, tensor<?xf64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %y, %c0 : tensor<?x?xf64>
  %e = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %most = linalg.reduce { arith.maximumf } ins(%x : tensor<9x1xf32>) outs(%f : tensor<9xf32>) dimensions = [1]
  %e1 = tensor.empty() : tensor<9x1xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<9x1xf32>) -> tensor<9x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x1xf32>) outs(%f1 : tensor<9x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %o : f32
    linalg.yield %a : f32
  } -> tensor<9x1xf32>
  %e64 = tensor.empty(%rows) : tensor<?xf64>
  %f64 = linalg.fill ins(%zero64 : f64) outs(%e64 : tensor<?xf64>) -> tensor<?xf64>
  %open = linalg.reduce { arith.addf } ins(%y : tensor<?x?xf64>) outs(%f64 : tensor<?xf64>) dimensions = [1]
  return %most, %sum, %open : tensor<9xf32>, tensor<9x1xf32>, tensor<?xf64>
}

// Softmax over few classes, whose maximum is spelled as a selection; and such extrema of rows that are longer.
func.func @spelled_out(%x: tensor<37x10xf32>, %y: tensor<5x300xf16>, %z: tensor<5x70xi8>) -> (tensor<37x10xf32>, tensor<5xf16>, tensor<5xi8>) {
  %ninf = arith.constant 0xFF800000 : f32
  %inf16 = arith.constant 0x7C00 : f16
  %zero = arith.constant 0.0 : f32
  %least8 = arith.constant -128 : i8
  %e = tensor.empty() : tensor<37x1xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<37x1xf32>) -> tensor<37x1xf32>
  %most = linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x10xf32>) outs(%f : tensor<37x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %c = arith.cmpf ogt, %o, %i : f32
    %a = arith.select %c, %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<37x1xf32>
  %d = fusion.sub %x, %most : (tensor<37x10xf32>, tensor<37x1xf32>) -> tensor<37x10xf32>
  %exp = fusion.exp %d : tensor<37x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%e : tensor<37x1xf32>) -> tensor<37x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<37x10xf32>) outs(%fs : tensor<37x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %o : f32
    linalg.yield %a : f32
  } -> tensor<37x1xf32>
  %p = fusion.div %exp, %sum : (tensor<37x10xf32>, tensor<37x1xf32>) -> tensor<37x10xf32>
  %e16 = tensor.empty() : tensor<5xf16>
  %f16 = linalg.fill ins(%inf16 : f16) outs(%e16 : tensor<5xf16>) -> tensor<5xf16>
  %negative = fusion.relu %y : tensor<5x300xf16>
  %least = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%negative : tensor<5x300xf16>) outs(%f16 : tensor<5xf16>) {
  ^bb0(%i: f16, %o: f16):
    %c = arith.cmpf ult, %i, %o : f16
    %a = arith.select %c, %i, %o : f16
    linalg.yield %a : f16
  } -> tensor<5xf16>
  %e8 = tensor.empty() : tensor<5xi8>
  %f8 = linalg.fill ins(%least8 : i8) outs(%e8 : tensor<5xi8>) -> tensor<5xi8>
  %most8 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<5x70xi8>) outs(%f8 : tensor<5xi8>) {
  ^bb0(%i: i8, %o: i8):
    %c = arith.cmpi slt, %i, %o : i8
    %a = arith.select %c, %o, %i : i8
    linalg.yield %a : i8
  } -> tensor<5xi8>
  return %p, %least, %most8 : tensor<37x10xf32>, tensor<5xf16>, tensor<5xi8>
}

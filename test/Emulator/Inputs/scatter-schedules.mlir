// Rows that are stored where indices say, by a kernel with the schedule that the test puts in the place of @SCHEDULE@,
// beside an output that is stored whole, and one whose rows are split into heads.

func.func @beside(%cache: tensor<200x136xbf16> {fusion.aliases = 0 : i64}, %heads: tensor<17x220x8xbf16> {fusion.aliases = 2 : i64}, %x: tensor<150x128xbf16>, %w: tensor<136x128xbf16>) -> (tensor<200x136xbf16>, tensor<150x136xbf16>, tensor<17x220x8xbf16>) {
  %slots = fusion.map() at(%i, %j) : () -> tensor<150x1xi64> {
    %c37 = arith.constant 37 : index
    %c211 = arith.constant 211 : index
    %c5 = arith.constant 5 : index
    %0 = arith.muli %i, %c37 : index
    %1 = arith.remui %0, %c211 : index
    %2 = arith.subi %1, %c5 : index
    %3 = arith.index_cast %2 : index to i64
    fusion.yield %3 : i64
  }
  %y:3 = fusion.kernel(%x0 = %x, %w0 = %w, %i0 = %slots, %o0 = %cache, %h0 = %heads) : (tensor<150x128xbf16>, tensor<136x128xbf16>, tensor<150x1xi64>, tensor<200x136xbf16>, tensor<17x220x8xbf16>) -> (tensor<200x136xbf16>, tensor<150x136xbf16>, tensor<17x220x8xbf16>)
      @SCHEDULE@ {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<150x128xbf16>, tensor<136x128xbf16>) -> tensor<150x136xf32>
    %1 = fusion.relu %0 : tensor<150x136xf32>
    %2 = fusion.cast %1 : tensor<150x136xf32> to tensor<150x136xbf16>
    %3 = fusion.scatter %2 at %i0 into %o0 along 0 {unique_indices} : (tensor<150x136xbf16>, tensor<150x1xi64>, tensor<200x136xbf16>) -> tensor<200x136xbf16>
    %4 = fusion.scatter %2 at %i0 into %h0 along 1 as [[1], [0, 2]] {unique_indices} : (tensor<150x136xbf16>, tensor<150x1xi64>, tensor<17x220x8xbf16>) -> tensor<17x220x8xbf16>
    fusion.yield %3, %2, %4 : tensor<200x136xbf16>, tensor<150x136xbf16>, tensor<17x220x8xbf16>
  }
  return %y#0, %y#1, %y#2 : tensor<200x136xbf16>, tensor<150x136xbf16>, tensor<17x220x8xbf16>
}

func.func @alone(%cache: tensor<3x200x69xf32> {fusion.aliases = 0 : i64}, %x: tensor<2x150x128xf16>, %w: tensor<2x69x128xf16>) -> tensor<3x200x69xf32> {
  %slots = fusion.map() at(%b, %i, %j) : () -> tensor<2x1x1xi32> {
    %c2 = arith.constant 2 : index
    %0 = arith.subi %c2, %b : index
    %1 = arith.index_cast %0 : index to i32
    fusion.yield %1 : i32
  }
  %rows = tensor.extract_slice %cache[0, 0, 0] [3, 150, 69] [1, 1, 1] : tensor<3x200x69xf32> to tensor<3x150x69xf32>
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %i0 = %slots, %o0 = %rows) : (tensor<2x150x128xf16>, tensor<2x69x128xf16>, tensor<2x1x1xi32>, tensor<3x150x69xf32>) -> tensor<3x150x69xf32>
      @SCHEDULE@ {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<2x150x128xf16>, tensor<2x69x128xf16>) -> tensor<2x150x69xf32>
    %1 = fusion.relu %0 : tensor<2x150x69xf32>
    %3 = fusion.scatter %1 at %i0 into %o0 along 0 : (tensor<2x150x69xf32>, tensor<2x1x1xi32>, tensor<3x150x69xf32>) -> tensor<3x150x69xf32>
    fusion.yield %3 : tensor<3x150x69xf32>
  }
  %all = tensor.insert_slice %y into %cache[0, 0, 0] [3, 150, 69] [1, 1, 1] : tensor<3x150x69xf32> into tensor<3x200x69xf32>
  return %all : tensor<3x200x69xf32>
}

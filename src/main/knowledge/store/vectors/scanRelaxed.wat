;; Scores rows of 7-bit codes against a query of signed bytes: one 32-bit sum of products a row.
;; Four rows at a time share the loads of the query. dims is a multiple of 16, count of 4.
(module
  (import "scan" "memory" (memory 1))
  ;; Rows that follow each other.
  (func (export "scan")
    (param $codes i32) (param $count i32) (param $dims i32) (param $query i32) (param $scores i32)
    (local $row1 i32) (local $row2 i32) (local $row3 i32) (local $end i32)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $row1 (i32.add (local.get $codes) (local.get $dims)))
        (local.set $row2 (i32.add (local.get $row1) (local.get $dims)))
        (local.set $row3 (i32.add (local.get $row2) (local.get $dims)))
        (call $four (local.get $codes) (local.get $row1) (local.get $row2) (local.get $row3)
          (local.get $dims) (local.get $query) (local.get $scores))
        (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
        (local.set $codes (i32.add (local.get $row3) (local.get $dims)))
        (br $rows))))
  ;; Rows at the addresses of a list.
  (func (export "scanListed")
    (param $list i32) (param $count i32) (param $dims i32) (param $query i32) (param $scores i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (call $four (i32.load (local.get $list)) (i32.load offset=4 (local.get $list))
          (i32.load offset=8 (local.get $list)) (i32.load offset=12 (local.get $list))
          (local.get $dims) (local.get $query) (local.get $scores))
        (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
        (local.set $list (i32.add (local.get $list) (i32.const 16)))
        (br $rows))))
  (func $four
    (param $row0 i32) (param $row1 i32) (param $row2 i32) (param $row3 i32)
    (param $dims i32) (param $query i32) (param $scores i32)
    (local $at i32)
    (local $part v128) (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (loop $parts
      (local.set $part (v128.load (i32.add (local.get $query) (local.get $at))))
      (local.set $sum0 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $part)
        (v128.load (i32.add (local.get $row0) (local.get $at))) (local.get $sum0)))
      (local.set $sum1 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $part)
        (v128.load (i32.add (local.get $row1) (local.get $at))) (local.get $sum1)))
      (local.set $sum2 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $part)
        (v128.load (i32.add (local.get $row2) (local.get $at))) (local.get $sum2)))
      (local.set $sum3 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $part)
        (v128.load (i32.add (local.get $row3) (local.get $at))) (local.get $sum3)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $parts (i32.lt_u (local.get $at) (local.get $dims))))
    (i32.store (local.get $scores) (call $total (local.get $sum0)))
    (i32.store offset=4 (local.get $scores) (call $total (local.get $sum1)))
    (i32.store offset=8 (local.get $scores) (call $total (local.get $sum2)))
    (i32.store offset=12 (local.get $scores) (call $total (local.get $sum3))))
  (func $total (param $sum v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))

;; Reduces codes to their signs, one bit a component, and counts the bits in which they differ.
(module
  (import "scan" "memory" (memory 1))
  ;; Writes the signs of rows of codes: 1 above the code of the mean. dims is a multiple of 16; a
  ;; row of signs has $bytes bytes, at least an eighth of that.
  (func (export "signs")
    (param $codes i32) (param $count i32) (param $dims i32) (param $signs i32) (param $bytes i32)
    (local $end i32) (local $rowEnd i32) (local $to i32)
    (local.set $end (i32.add (local.get $codes) (i32.mul (local.get $count) (local.get $dims))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $codes) (local.get $end)))
        (local.set $rowEnd (i32.add (local.get $codes) (local.get $dims)))
        (local.set $to (local.get $signs))
        (loop $parts
          (i32.store16 (local.get $to) (i8x16.bitmask (i8x16.gt_s
            (v128.load (local.get $codes))
            (v128.const i8x16 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64))))
          (local.set $to (i32.add (local.get $to) (i32.const 2)))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (br_if $parts (i32.lt_u (local.get $codes) (local.get $rowEnd))))
        (local.set $signs (i32.add (local.get $signs) (local.get $bytes)))
        (br $rows))))
  ;; Counts for each row of signs the bits in which it differs from the query's. $bytes is a
  ;; multiple of 16 and at most 2,048: a 16-bit number holds the sums.
  (func (export "distances")
    (param $signs i32) (param $count i32) (param $bytes i32) (param $query i32)
    (param $distances i32)
    (local $at i32) (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $distances) (local.get $end)))
        (local.set $sum (v128.const i16x8 0 0 0 0 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $parts
          (local.set $sum (i16x8.add (local.get $sum) (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt
            (v128.xor
              (v128.load (i32.add (local.get $signs) (local.get $at)))
              (v128.load (i32.add (local.get $query) (local.get $at))))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $parts (i32.lt_u (local.get $at) (local.get $bytes))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (i32.store (local.get $distances) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $distances (i32.add (local.get $distances) (i32.const 4)))
        (local.set $signs (i32.add (local.get $signs) (local.get $bytes)))
        (br $rows)))))

;; The same as scanRelaxed.wat, for machines without relaxed SIMD: bytes become 16-bit numbers first.
(module
  (import "scan" "memory" (memory 1))
  (func (export "scan")
    (param $codes i32) (param $count i32) (param $dims i32) (param $query i32) (param $scores i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (i32.store (local.get $scores)
          (call $one (local.get $codes) (local.get $dims) (local.get $query)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (local.set $codes (i32.add (local.get $codes) (local.get $dims)))
        (br $rows))))
  (func (export "scanListed")
    (param $list i32) (param $count i32) (param $dims i32) (param $query i32) (param $scores i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (i32.store (local.get $scores)
          (call $one (i32.load (local.get $list)) (local.get $dims) (local.get $query)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $rows))))
  (func $one (param $row i32) (param $dims i32) (param $query i32) (result i32)
    (local $at i32) (local $part v128) (local $code v128) (local $low v128) (local $high v128)
    (loop $parts
      (local.set $part (v128.load (i32.add (local.get $query) (local.get $at))))
      (local.set $code (v128.load (i32.add (local.get $row) (local.get $at))))
      (local.set $low (i32x4.add (local.get $low) (i32x4.dot_i16x8_s
        (i16x8.extend_low_i8x16_s (local.get $part))
        (i16x8.extend_low_i8x16_s (local.get $code)))))
      (local.set $high (i32x4.add (local.get $high) (i32x4.dot_i16x8_s
        (i16x8.extend_high_i8x16_s (local.get $part))
        (i16x8.extend_high_i8x16_s (local.get $code)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $parts (i32.lt_u (local.get $at) (local.get $dims))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low))))))

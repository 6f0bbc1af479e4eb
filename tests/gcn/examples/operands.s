s_load_dword s0, s[2:3], 0xff
s_load_dword s0, s[2:3], s3
s_load_dword s0, s[2:3], m0
s_load_dword s0, s[2:3], vcc_lo
s_load_dword s0, s[2:3], exec_lo
s_load_dword s0, vcc, 0x0
s_load_dword s0, exec, 0x0
s_load_dword s0, ttmp[0:1], 0x0
s_load_dword s0, tba, 0x0
s_load_dword vcc_lo, s[2:3], 0x0
s_load_dword ttmp1, s[2:3], 0x0
s_load_dword tba_lo, s[2:3], 0x0
s_load_dwordx2 vcc, s[2:3], 0x0
s_load_dwordx2 s[2:3], s[2:3], 0x0
s_load_dwordx4 ttmp[0:3], s[2:3], 0x0
s_load_dwordx8 ttmp[0:7], s[2:3], 0x0
s_load_dwordx8 ttmp[4:11], s[2:3], 0x0
s_load_dwordx16 s[88:103], s[2:3], 0x0
s_buffer_load_dword s0, ttmp[4:7], 0x0
s_buffer_load_dword s0, ttmp[8:11], 0x0
s_memtime vcc
buffer_load_dword v1, off, s[8:11], s1
buffer_load_dword v1, off, s[8:11], 0
buffer_load_dword v1, off, s[8:11], 1.0
buffer_load_dword v1, off, s[8:11], m0
buffer_load_dword v1, off, s[8:11], src_scc
buffer_load_dword v1, off, s[8:11], vcc_lo
buffer_load_dword v1, off, s[8:11], exec_lo
buffer_load_dword v1, off, s[8:11], ttmp1
buffer_load_dword v1, off, ttmp[4:7], s1
buffer_load_dword v1, v2, s[8:11], s1 offen offset:4095 glc slc
buffer_load_dword v[1:2], v2, s[8:11], s1 offen offset:4095 glc slc tfe
buffer_load_dwordx4 v[1:5], v2, s[8:11], s1 offen tfe
buffer_load_dword v2, s[8:11], s1 offen lds
buffer_load_dword off, s[8:11], s1 lds
buffer_load_ubyte off, s[8:11], s1 lds
buffer_load_format_x off, s[8:11], s1 lds
buffer_load_dword off, s[8:11], s1 glc slc lds
buffer_load_dword v1, v2, s[8:11], s1 idxen
buffer_load_dword v1, v[2:3], s[8:11], s1 idxen offen
buffer_load_dword v1, v[2:3], s[8:11], s1 addr64
buffer_load_dword v1, v[2:3], s[8:11], s1 addr64 glc
buffer_atomic_add v1, v[2:3], s[8:11], s1 addr64 glc
buffer_atomic_add v1, v[2:3], s[8:11], s1 addr64 glc slc
buffer_atomic_cmpswap v[1:2], v[2:3], s[8:11], s1 addr64 glc slc
buffer_wbinvl1
tbuffer_load_format_x v1, off, s[8:11], s1 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] offset:4
tbuffer_load_format_x v1, off, s[8:11], s1 format:127 offset:4
tbuffer_load_format_x v1, off, s[8:11], s1 format:0
tbuffer_load_format_x v1, off, s[8:11], s1 format:1
tbuffer_load_format_x v1, off, s[8:11], s1
tbuffer_load_format_x v1, off, s[8:11], s1 format:[BUF_DATA_FORMAT_RESERVED_15,BUF_NUM_FORMAT_SNORM_OGL]
tbuffer_load_format_x v1, off, s[8:11], s1 format:[BUF_DATA_FORMAT_INVALID,BUF_NUM_FORMAT_UNORM]
tbuffer_load_format_x v1, off, s[8:11], s1 format:[BUF_DATA_FORMAT_8,BUF_NUM_FORMAT_UNORM]
tbuffer_load_format_x v1, off, s[8:11], s1 format:3 glc slc
tbuffer_load_format_x v1, v[2:3], s[8:11], s1 format:3 addr64
ds_read_b32 v1, v2 offset:65535 gds
ds_read2_b32 v[1:2], v2 offset0:255 offset1:3 gds
ds_swizzle_b32 v1, v2 offset:65535
ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,0,1,2,3) gds
ds_consume v1 offset:4
ds_ordered_count v1, v2 offset:4 gds
ds_gws_init v1 offset:4 gds
ds_gws_barrier v1 offset:4 gds
ds_gws_sema_v offset:4 gds
ds_gws_sema_v gds
ds_gws_sema_br v1 gds
ds_add_src2_u32 v1 offset:4 gds
exp mrt0 off, off, off, off
exp mrt0 v1, v2, v3, v4 done vm
exp mrt0 v1, v1, off, off compr
exp mrt0 off, off, v2, v2 compr
exp mrt0 v1, off, v2, v2 compr
exp mrt0 v1, v2, off, off compr
exp mrt0 v1, v2, v3, v4 compr
exp mrt7 v1, off, v2, off
exp mrtz v1, off, v2, off
exp null v1, off, v2, off
exp pos3 v1, off, v2, off
exp param31 v1, off, v2, off
v_interp_p1_f32 v1, v2, attr32.w
v_interp_mov_f32 v1, p20, attr3.y
v_interp_mov_f32 v1, p0, attr3.y
s_sendmsg 0x1234
s_sendmsg sendmsg(3, 0, 1)
s_sendmsg sendmsg(0, 0, 0)
s_sendmsghalt 65535
s_waitcnt 65535
s_waitcnt vmcnt(0) expcnt(7) lgkmcnt(15)
s_waitcnt 0xf7f
s_trap 2
s_nop 65535
s_sleep 65535
s_setprio 65535
s_branch 65535
s_cbranch_i_fork s[0:1], 65535
s_movk_i32 s0, 65535
s_movk_i32 s0, 0xffff
s_cmpk_eq_i32 s0, 0xffff
s_cmpk_eq_u32 s0, 0xffff
s_addk_i32 vcc_lo, 0xffff
s_movk_i32 exec_lo, 0xffff
v_nop
v_nop_e32
v_nop_e64
v_clrexcp
v_clrexcp_e64
s_mov_b64 s[0:1], src_scc
s_mov_b32 s0, src_scc
s_mov_b32 s0, src_vccz
s_mov_b64 s[0:1], src_vccz
v_mov_b32_e32 v0, src_lds_direct
v_add_f32_e64 v0, src_lds_direct, v1
v_mad_f32 v0, src_lds_direct, v1, v2
v_readfirstlane_b32 s0, src_lds_direct
v_readlane_b32 s0, v0, m0
v_readlane_b32 s0, v0, vcc_lo
v_readlane_b32 exec_lo, v0, s1
v_writelane_b32 v0, 0x1234, 6
v_writelane_b32 v0, src_scc, 6
s_mov_b64 s[0:1], 0x12345678
s_mov_b64 s[0:1], 0xf2345678
v_cmp_lt_f64_e32 vcc, 0x3ff80000, v[0:1]
v_cmp_lt_f64_e32 vcc, 1.0, v[0:1]
v_cmp_lt_i64_e32 vcc, 0xbff80000, v[0:1]
v_cvt_f32_f16_e32 v0, 0x1234
v_cvt_f32_f16_e32 v0, -1
v_madmk_f32 v0, 0x77777777, 0x77777777, v2
v_madmk_f32 v0, v1, 0x1, v2
v_madak_f32 v0, v1, v2, 0x1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0xffffffff
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)
s_getreg_b32 s0, hwreg(63, 31, 32)
s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s5
s_endpgm 1
s_cbranch_g_fork 1, s[0:1]
s_movrels_b32 s0, m0
s_setpc_b64 ttmp[0:1]
s_mov_b32 s103, s102
s_mov_b64 tba, tma
s_mov_b32 ttmp11, ttmp0
v_add_f32_e64 v1, -v2, |v3| clamp mul:2
v_add_f32_e64 v1, neg(1.0), -|v3| div:2
v_add_f32_e64 v1, -|v2|, |4.0| mul:4
v_fma_f64 v[1:2], -v[3:4], |s[4:5]|, v[7:8] clamp
v_div_scale_f64 v[1:2], vcc, -v[3:4], v[5:6], -v[3:4]
v_cndmask_b32_e64 v1, -v2, |v3|, s[8:9]
v_add_i32_e64 v1, vcc, v2, 0
v_addc_u32_e64 v1, s[4:5], v2, 5, vcc
v_cmp_class_f32_e64 s[8:9], |v1|, 0
image_load v[1:2], v2, s[8:15] dmask:0x3 unorm glc slc r128 lwe da
image_load v[1:2], v2, s[8:15] dmask:0x1 tfe
image_gather4 v[1:4], v2, ttmp[0:7], ttmp[8:11] dmask:0x8
image_atomic_add v[1:2], v3, s[8:15] dmask:0x3 unorm glc
image_atomic_cmpswap v[1:4], v3, s[8:15] dmask:0xf unorm glc
exp mrt0 v1, v1, off, off done compr vm

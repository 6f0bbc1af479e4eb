s_add_u32 s8, s10, s12
s_sub_u32 s8, s10, s12
s_add_i32 s8, s10, s12
s_sub_i32 s8, s10, s12
s_addc_u32 s8, s10, s12
s_subb_u32 s8, s10, s12
s_min_i32 s8, s10, s12
s_min_u32 s8, s10, s12
s_max_i32 s8, s10, s12
s_max_u32 s8, s10, s12
s_cselect_b32 s8, s10, s12
s_cselect_b64 s[8:9], s[12:13], s[16:17]
s_and_b32 s8, s10, s12
s_and_b64 s[8:9], s[12:13], s[16:17]
s_or_b32 s8, s10, s12
s_or_b64 s[8:9], s[12:13], s[16:17]
s_xor_b32 s8, s10, s12
s_xor_b64 s[8:9], s[12:13], s[16:17]
s_andn2_b32 s8, s10, s12
s_andn2_b64 s[8:9], s[12:13], s[16:17]
s_orn2_b32 s8, s10, s12
s_orn2_b64 s[8:9], s[12:13], s[16:17]
s_nand_b32 s8, s10, s12
s_nand_b64 s[8:9], s[12:13], s[16:17]
s_nor_b32 s8, s10, s12
s_nor_b64 s[8:9], s[12:13], s[16:17]
s_xnor_b32 s8, s10, s12
s_xnor_b64 s[8:9], s[12:13], s[16:17]
s_lshl_b32 s8, s10, s12
s_lshl_b64 s[8:9], s[12:13], s16
s_lshr_b32 s8, s10, s12
s_lshr_b64 s[8:9], s[12:13], s16
s_ashr_i32 s8, s10, s12
s_ashr_i64 s[8:9], s[12:13], s16
s_bfm_b32 s8, s10, s12
s_bfm_b64 s[8:9], s12, s14
s_mul_i32 s8, s10, s12
s_bfe_u32 s8, s10, s12
s_bfe_i32 s8, s10, s12
s_bfe_u64 s[8:9], s[12:13], s16
s_bfe_i64 s[8:9], s[12:13], s16
s_cbranch_g_fork s[8:9], s[12:13]
s_absdiff_i32 s8, s10, s12
s_movk_i32 s8, 0x0
s_cmovk_i32 s8, 0x0
s_cmpk_eq_i32 s8, 0x0
s_cmpk_lg_i32 s8, 0x0
s_cmpk_gt_i32 s8, 0x0
s_cmpk_ge_i32 s8, 0x0
s_cmpk_lt_i32 s8, 0x0
s_cmpk_le_i32 s8, 0x0
s_cmpk_eq_u32 s8, 0x0
s_cmpk_lg_u32 s8, 0x0
s_cmpk_gt_u32 s8, 0x0
s_cmpk_ge_u32 s8, 0x0
s_cmpk_lt_u32 s8, 0x0
s_cmpk_le_u32 s8, 0x0
s_addk_i32 s8, 0x0
s_mulk_i32 s8, 0x0
s_cbranch_i_fork s[8:9], 0
s_getreg_b32 s8, hwreg(0, 0, 1)
s_setreg_b32 hwreg(0, 0, 1), s8
s_setreg_imm32_b32 hwreg(0, 0, 1), 0
s_mov_b32 s8, s10
s_mov_b64 s[8:9], s[12:13]
s_cmov_b32 s8, s10
s_cmov_b64 s[8:9], s[12:13]
s_not_b32 s8, s10
s_not_b64 s[8:9], s[12:13]
s_wqm_b32 s8, s10
s_wqm_b64 s[8:9], s[12:13]
s_brev_b32 s8, s10
s_brev_b64 s[8:9], s[12:13]
s_bcnt0_i32_b32 s8, s10
s_bcnt0_i32_b64 s8, s[10:11]
s_bcnt1_i32_b32 s8, s10
s_bcnt1_i32_b64 s8, s[10:11]
s_ff0_i32_b32 s8, s10
s_ff0_i32_b64 s8, s[10:11]
s_ff1_i32_b32 s8, s10
s_ff1_i32_b64 s8, s[10:11]
s_flbit_i32_b32 s8, s10
s_flbit_i32_b64 s8, s[10:11]
s_flbit_i32 s8, s10
s_flbit_i32_i64 s8, s[10:11]
s_sext_i32_i8 s8, s10
s_sext_i32_i16 s8, s10
s_bitset0_b32 s8, s10
s_bitset0_b64 s[8:9], s12
s_bitset1_b32 s8, s10
s_bitset1_b64 s[8:9], s12
s_getpc_b64 s[8:9]
s_setpc_b64 s[8:9]
s_swappc_b64 s[8:9], s[12:13]
s_rfe_b64 s[8:9]
s_and_saveexec_b64 s[8:9], s[12:13]
s_or_saveexec_b64 s[8:9], s[12:13]
s_xor_saveexec_b64 s[8:9], s[12:13]
s_andn2_saveexec_b64 s[8:9], s[12:13]
s_orn2_saveexec_b64 s[8:9], s[12:13]
s_nand_saveexec_b64 s[8:9], s[12:13]
s_nor_saveexec_b64 s[8:9], s[12:13]
s_xnor_saveexec_b64 s[8:9], s[12:13]
s_quadmask_b32 s8, s10
s_quadmask_b64 s[8:9], s[12:13]
s_movrels_b32 s8, s10
s_movrels_b64 s[8:9], s[12:13]
s_movreld_b32 s8, s10
s_movreld_b64 s[8:9], s[12:13]
s_cbranch_join s8
s_abs_i32 s8, s10
s_cmp_eq_i32 s8, s10
s_cmp_lg_i32 s8, s10
s_cmp_gt_i32 s8, s10
s_cmp_ge_i32 s8, s10
s_cmp_lt_i32 s8, s10
s_cmp_le_i32 s8, s10
s_cmp_eq_u32 s8, s10
s_cmp_lg_u32 s8, s10
s_cmp_gt_u32 s8, s10
s_cmp_ge_u32 s8, s10
s_cmp_lt_u32 s8, s10
s_cmp_le_u32 s8, s10
s_bitcmp0_b32 s8, s10
s_bitcmp1_b32 s8, s10
s_bitcmp0_b64 s[8:9], s12
s_bitcmp1_b64 s[8:9], s12
s_setvskip s8, s10
s_nop 0
s_endpgm
s_branch 0
s_cbranch_scc0 0
s_cbranch_scc1 0
s_cbranch_vccz 0
s_cbranch_vccnz 0
s_cbranch_execz 0
s_cbranch_execnz 0
s_barrier
s_setkill 0
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_sethalt 0
s_sleep 0
s_setprio 0
s_sendmsg sendmsg(0, 0, 0)
s_sendmsghalt sendmsg(0, 0, 0)
s_trap 0
s_icache_inv
s_incperflevel 0
s_decperflevel 0
s_ttracedata
s_cbranch_cdbgsys 0
s_cbranch_cdbguser 0
s_cbranch_cdbgsys_or_user 0
s_cbranch_cdbgsys_and_user 0
s_load_dword s8, s[10:11], 0x0
s_load_dwordx2 s[8:9], s[12:13], 0x0
s_load_dwordx4 s[8:11], s[12:13], 0x0
s_load_dwordx8 s[8:15], s[12:13], 0x0
s_load_dwordx16 s[8:23], s[12:13], 0x0
s_buffer_load_dword s8, s[0:3], 0x0
s_buffer_load_dwordx2 s[8:9], s[12:15], 0x0
s_buffer_load_dwordx4 s[8:11], s[12:15], 0x0
s_buffer_load_dwordx8 s[8:15], s[12:15], 0x0
s_buffer_load_dwordx16 s[8:23], s[12:15], 0x0
s_memtime s[8:9]
s_dcache_inv
v_cndmask_b32_e32 v1, v2, v3, vcc
v_cndmask_b32_e64 v1, v2, v3, s[8:9]
v_readlane_b32 s8, v1, s10
v_writelane_b32 v1, s8, 5
v_add_f32_e32 v1, v2, v3
v_add_f32_e64 v1, v2, v3
v_sub_f32_e32 v1, v2, v3
v_sub_f32_e64 v1, v2, v3
v_subrev_f32_e32 v1, v2, v3
v_subrev_f32_e64 v1, v2, v3
v_mac_legacy_f32_e32 v1, v2, v3
v_mac_legacy_f32_e64 v1, v2, v3
v_mul_legacy_f32_e32 v1, v2, v3
v_mul_legacy_f32_e64 v1, v2, v3
v_mul_f32_e32 v1, v2, v3
v_mul_f32_e64 v1, v2, v3
v_mul_i32_i24_e32 v1, v2, v3
v_mul_i32_i24_e64 v1, v2, v3
v_mul_hi_i32_i24_e32 v1, v2, v3
v_mul_hi_i32_i24_e64 v1, v2, v3
v_mul_u32_u24_e32 v1, v2, v3
v_mul_u32_u24_e64 v1, v2, v3
v_mul_hi_u32_u24_e32 v1, v2, v3
v_mul_hi_u32_u24_e64 v1, v2, v3
v_min_legacy_f32_e32 v1, v2, v3
v_min_legacy_f32_e64 v1, v2, v3
v_max_legacy_f32_e32 v1, v2, v3
v_max_legacy_f32_e64 v1, v2, v3
v_min_f32_e32 v1, v2, v3
v_min_f32_e64 v1, v2, v3
v_max_f32_e32 v1, v2, v3
v_max_f32_e64 v1, v2, v3
v_min_i32_e32 v1, v2, v3
v_min_i32_e64 v1, v2, v3
v_max_i32_e32 v1, v2, v3
v_max_i32_e64 v1, v2, v3
v_min_u32_e32 v1, v2, v3
v_min_u32_e64 v1, v2, v3
v_max_u32_e32 v1, v2, v3
v_max_u32_e64 v1, v2, v3
v_lshr_b32_e32 v1, v2, v3
v_lshr_b32_e64 v1, v2, v3
v_lshrrev_b32_e32 v1, v2, v3
v_lshrrev_b32_e64 v1, v2, v3
v_ashr_i32_e32 v1, v2, v3
v_ashr_i32_e64 v1, v2, v3
v_ashrrev_i32_e32 v1, v2, v3
v_ashrrev_i32_e64 v1, v2, v3
v_lshl_b32_e32 v1, v2, v3
v_lshl_b32_e64 v1, v2, v3
v_lshlrev_b32_e32 v1, v2, v3
v_lshlrev_b32_e64 v1, v2, v3
v_and_b32_e32 v1, v2, v3
v_and_b32_e64 v1, v2, v3
v_or_b32_e32 v1, v2, v3
v_or_b32_e64 v1, v2, v3
v_xor_b32_e32 v1, v2, v3
v_xor_b32_e64 v1, v2, v3
v_bfm_b32_e32 v1, v2, v3
v_bfm_b32_e64 v1, v2, v3
v_mac_f32_e32 v1, v2, v3
v_mac_f32_e64 v1, v2, v3
v_madmk_f32 v1, v2, 0x0, v3
v_madak_f32 v1, v2, v3, 0x0
v_bcnt_u32_b32_e32 v1, v2, v3
v_bcnt_u32_b32_e64 v1, v2, v3
v_mbcnt_lo_u32_b32_e32 v1, v2, v3
v_mbcnt_lo_u32_b32_e64 v1, v2, v3
v_mbcnt_hi_u32_b32_e32 v1, v2, v3
v_mbcnt_hi_u32_b32_e64 v1, v2, v3
v_add_i32_e32 v1, vcc, v2, v3
v_add_i32_e64 v1, s[8:9], v2, v3
v_sub_i32_e32 v1, vcc, v2, v3
v_sub_i32_e64 v1, s[8:9], v2, v3
v_subrev_i32_e32 v1, vcc, v2, v3
v_subrev_i32_e64 v1, s[8:9], v2, v3
v_addc_u32_e32 v1, vcc, v2, v3, vcc
v_addc_u32_e64 v1, s[8:9], v2, v3, s[10:11]
v_subb_u32_e32 v1, vcc, v2, v3, vcc
v_subb_u32_e64 v1, s[8:9], v2, v3, s[10:11]
v_subbrev_u32_e32 v1, vcc, v2, v3, vcc
v_subbrev_u32_e64 v1, s[8:9], v2, v3, s[10:11]
v_ldexp_f32_e32 v1, v2, v3
v_ldexp_f32_e64 v1, v2, v3
v_cvt_pkaccum_u8_f32_e32 v1, v2, v3
v_cvt_pkaccum_u8_f32_e64 v1, v2, v3
v_cvt_pknorm_i16_f32_e32 v1, v2, v3
v_cvt_pknorm_i16_f32_e64 v1, v2, v3
v_cvt_pknorm_u16_f32_e32 v1, v2, v3
v_cvt_pknorm_u16_f32_e64 v1, v2, v3
v_cvt_pkrtz_f16_f32_e32 v1, v2, v3
v_cvt_pkrtz_f16_f32_e64 v1, v2, v3
v_cvt_pk_u16_u32_e32 v1, v2, v3
v_cvt_pk_u16_u32_e64 v1, v2, v3
v_cvt_pk_i16_i32_e32 v1, v2, v3
v_cvt_pk_i16_i32_e64 v1, v2, v3
v_nop
v_nop
v_mov_b32_e32 v1, v2
v_mov_b32_e64 v1, v2
v_readfirstlane_b32 s8, v1
v_cvt_i32_f64_e32 v1, v[2:3]
v_cvt_i32_f64_e64 v1, v[2:3]
v_cvt_f64_i32_e32 v[1:2], v3
v_cvt_f64_i32_e64 v[1:2], v3
v_cvt_f32_i32_e32 v1, v2
v_cvt_f32_i32_e64 v1, v2
v_cvt_f32_u32_e32 v1, v2
v_cvt_f32_u32_e64 v1, v2
v_cvt_u32_f32_e32 v1, v2
v_cvt_u32_f32_e64 v1, v2
v_cvt_i32_f32_e32 v1, v2
v_cvt_i32_f32_e64 v1, v2
v_cvt_f16_f32_e32 v1, v2
v_cvt_f16_f32_e64 v1, v2
v_cvt_f32_f16_e32 v1, v2
v_cvt_f32_f16_e64 v1, v2
v_cvt_rpi_i32_f32_e32 v1, v2
v_cvt_rpi_i32_f32_e64 v1, v2
v_cvt_flr_i32_f32_e32 v1, v2
v_cvt_flr_i32_f32_e64 v1, v2
v_cvt_off_f32_i4_e32 v1, v2
v_cvt_off_f32_i4_e64 v1, v2
v_cvt_f32_f64_e32 v1, v[2:3]
v_cvt_f32_f64_e64 v1, v[2:3]
v_cvt_f64_f32_e32 v[1:2], v3
v_cvt_f64_f32_e64 v[1:2], v3
v_cvt_f32_ubyte0_e32 v1, v2
v_cvt_f32_ubyte0_e64 v1, v2
v_cvt_f32_ubyte1_e32 v1, v2
v_cvt_f32_ubyte1_e64 v1, v2
v_cvt_f32_ubyte2_e32 v1, v2
v_cvt_f32_ubyte2_e64 v1, v2
v_cvt_f32_ubyte3_e32 v1, v2
v_cvt_f32_ubyte3_e64 v1, v2
v_cvt_u32_f64_e32 v1, v[2:3]
v_cvt_u32_f64_e64 v1, v[2:3]
v_cvt_f64_u32_e32 v[1:2], v3
v_cvt_f64_u32_e64 v[1:2], v3
v_fract_f32_e32 v1, v2
v_fract_f32_e64 v1, v2
v_trunc_f32_e32 v1, v2
v_trunc_f32_e64 v1, v2
v_ceil_f32_e32 v1, v2
v_ceil_f32_e64 v1, v2
v_rndne_f32_e32 v1, v2
v_rndne_f32_e64 v1, v2
v_floor_f32_e32 v1, v2
v_floor_f32_e64 v1, v2
v_exp_f32_e32 v1, v2
v_exp_f32_e64 v1, v2
v_log_clamp_f32_e32 v1, v2
v_log_clamp_f32_e64 v1, v2
v_log_f32_e32 v1, v2
v_log_f32_e64 v1, v2
v_rcp_clamp_f32_e32 v1, v2
v_rcp_clamp_f32_e64 v1, v2
v_rcp_legacy_f32_e32 v1, v2
v_rcp_legacy_f32_e64 v1, v2
v_rcp_f32_e32 v1, v2
v_rcp_f32_e64 v1, v2
v_rcp_iflag_f32_e32 v1, v2
v_rcp_iflag_f32_e64 v1, v2
v_rsq_clamp_f32_e32 v1, v2
v_rsq_clamp_f32_e64 v1, v2
v_rsq_legacy_f32_e32 v1, v2
v_rsq_legacy_f32_e64 v1, v2
v_rsq_f32_e32 v1, v2
v_rsq_f32_e64 v1, v2
v_rcp_f64_e32 v[1:2], v[3:4]
v_rcp_f64_e64 v[1:2], v[3:4]
v_rcp_clamp_f64_e32 v[1:2], v[3:4]
v_rcp_clamp_f64_e64 v[1:2], v[3:4]
v_rsq_f64_e32 v[1:2], v[3:4]
v_rsq_f64_e64 v[1:2], v[3:4]
v_rsq_clamp_f64_e32 v[1:2], v[3:4]
v_rsq_clamp_f64_e64 v[1:2], v[3:4]
v_sqrt_f32_e32 v1, v2
v_sqrt_f32_e64 v1, v2
v_sqrt_f64_e32 v[1:2], v[3:4]
v_sqrt_f64_e64 v[1:2], v[3:4]
v_sin_f32_e32 v1, v2
v_sin_f32_e64 v1, v2
v_cos_f32_e32 v1, v2
v_cos_f32_e64 v1, v2
v_not_b32_e32 v1, v2
v_not_b32_e64 v1, v2
v_bfrev_b32_e32 v1, v2
v_bfrev_b32_e64 v1, v2
v_ffbh_u32_e32 v1, v2
v_ffbh_u32_e64 v1, v2
v_ffbl_b32_e32 v1, v2
v_ffbl_b32_e64 v1, v2
v_ffbh_i32_e32 v1, v2
v_ffbh_i32_e64 v1, v2
v_frexp_exp_i32_f64_e32 v1, v[2:3]
v_frexp_exp_i32_f64_e64 v1, v[2:3]
v_frexp_mant_f64_e32 v[1:2], v[3:4]
v_frexp_mant_f64_e64 v[1:2], v[3:4]
v_fract_f64_e32 v[1:2], v[3:4]
v_fract_f64_e64 v[1:2], v[3:4]
v_frexp_exp_i32_f32_e32 v1, v2
v_frexp_exp_i32_f32_e64 v1, v2
v_frexp_mant_f32_e32 v1, v2
v_frexp_mant_f32_e64 v1, v2
v_clrexcp
v_clrexcp
v_movreld_b32_e32 v1, v2
v_movreld_b32_e64 v1, v2
v_movrels_b32_e32 v1, v2
v_movrels_b32_e64 v1, v2
v_movrelsd_b32_e32 v1, v2
v_movrelsd_b32_e64 v1, v2
v_cmp_f_f32_e32 vcc, v1, v2
v_cmp_f_f32_e64 s[8:9], v1, v2
v_cmp_lt_f32_e32 vcc, v1, v2
v_cmp_lt_f32_e64 s[8:9], v1, v2
v_cmp_eq_f32_e32 vcc, v1, v2
v_cmp_eq_f32_e64 s[8:9], v1, v2
v_cmp_le_f32_e32 vcc, v1, v2
v_cmp_le_f32_e64 s[8:9], v1, v2
v_cmp_gt_f32_e32 vcc, v1, v2
v_cmp_gt_f32_e64 s[8:9], v1, v2
v_cmp_lg_f32_e32 vcc, v1, v2
v_cmp_lg_f32_e64 s[8:9], v1, v2
v_cmp_ge_f32_e32 vcc, v1, v2
v_cmp_ge_f32_e64 s[8:9], v1, v2
v_cmp_o_f32_e32 vcc, v1, v2
v_cmp_o_f32_e64 s[8:9], v1, v2
v_cmp_u_f32_e32 vcc, v1, v2
v_cmp_u_f32_e64 s[8:9], v1, v2
v_cmp_nge_f32_e32 vcc, v1, v2
v_cmp_nge_f32_e64 s[8:9], v1, v2
v_cmp_nlg_f32_e32 vcc, v1, v2
v_cmp_nlg_f32_e64 s[8:9], v1, v2
v_cmp_ngt_f32_e32 vcc, v1, v2
v_cmp_ngt_f32_e64 s[8:9], v1, v2
v_cmp_nle_f32_e32 vcc, v1, v2
v_cmp_nle_f32_e64 s[8:9], v1, v2
v_cmp_neq_f32_e32 vcc, v1, v2
v_cmp_neq_f32_e64 s[8:9], v1, v2
v_cmp_nlt_f32_e32 vcc, v1, v2
v_cmp_nlt_f32_e64 s[8:9], v1, v2
v_cmp_tru_f32_e32 vcc, v1, v2
v_cmp_tru_f32_e64 s[8:9], v1, v2
v_cmpx_f_f32_e32 vcc, v1, v2
v_cmpx_f_f32_e64 s[8:9], v1, v2
v_cmpx_lt_f32_e32 vcc, v1, v2
v_cmpx_lt_f32_e64 s[8:9], v1, v2
v_cmpx_eq_f32_e32 vcc, v1, v2
v_cmpx_eq_f32_e64 s[8:9], v1, v2
v_cmpx_le_f32_e32 vcc, v1, v2
v_cmpx_le_f32_e64 s[8:9], v1, v2
v_cmpx_gt_f32_e32 vcc, v1, v2
v_cmpx_gt_f32_e64 s[8:9], v1, v2
v_cmpx_lg_f32_e32 vcc, v1, v2
v_cmpx_lg_f32_e64 s[8:9], v1, v2
v_cmpx_ge_f32_e32 vcc, v1, v2
v_cmpx_ge_f32_e64 s[8:9], v1, v2
v_cmpx_o_f32_e32 vcc, v1, v2
v_cmpx_o_f32_e64 s[8:9], v1, v2
v_cmpx_u_f32_e32 vcc, v1, v2
v_cmpx_u_f32_e64 s[8:9], v1, v2
v_cmpx_nge_f32_e32 vcc, v1, v2
v_cmpx_nge_f32_e64 s[8:9], v1, v2
v_cmpx_nlg_f32_e32 vcc, v1, v2
v_cmpx_nlg_f32_e64 s[8:9], v1, v2
v_cmpx_ngt_f32_e32 vcc, v1, v2
v_cmpx_ngt_f32_e64 s[8:9], v1, v2
v_cmpx_nle_f32_e32 vcc, v1, v2
v_cmpx_nle_f32_e64 s[8:9], v1, v2
v_cmpx_neq_f32_e32 vcc, v1, v2
v_cmpx_neq_f32_e64 s[8:9], v1, v2
v_cmpx_nlt_f32_e32 vcc, v1, v2
v_cmpx_nlt_f32_e64 s[8:9], v1, v2
v_cmpx_tru_f32_e32 vcc, v1, v2
v_cmpx_tru_f32_e64 s[8:9], v1, v2
v_cmp_f_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_f_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_lt_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_lt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_eq_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_eq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_le_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_le_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_gt_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_gt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_lg_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_lg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_ge_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_ge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_o_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_o_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_u_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_u_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_nge_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_nge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_nlg_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_nlg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_ngt_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_ngt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_nle_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_nle_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_neq_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_neq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_nlt_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_nlt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_tru_f64_e32 vcc, v[1:2], v[3:4]
v_cmp_tru_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_f_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_f_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_lt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_lt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_eq_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_eq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_le_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_le_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_gt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_gt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_lg_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_lg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_ge_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_ge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_o_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_o_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_u_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_u_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_nge_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_nge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_nlg_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_nlg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_ngt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_ngt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_nle_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_nle_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_neq_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_neq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_nlt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_nlt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_tru_f64_e32 vcc, v[1:2], v[3:4]
v_cmpx_tru_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_f_f32_e32 vcc, v1, v2
v_cmps_f_f32_e64 s[8:9], v1, v2
v_cmps_lt_f32_e32 vcc, v1, v2
v_cmps_lt_f32_e64 s[8:9], v1, v2
v_cmps_eq_f32_e32 vcc, v1, v2
v_cmps_eq_f32_e64 s[8:9], v1, v2
v_cmps_le_f32_e32 vcc, v1, v2
v_cmps_le_f32_e64 s[8:9], v1, v2
v_cmps_gt_f32_e32 vcc, v1, v2
v_cmps_gt_f32_e64 s[8:9], v1, v2
v_cmps_lg_f32_e32 vcc, v1, v2
v_cmps_lg_f32_e64 s[8:9], v1, v2
v_cmps_ge_f32_e32 vcc, v1, v2
v_cmps_ge_f32_e64 s[8:9], v1, v2
v_cmps_o_f32_e32 vcc, v1, v2
v_cmps_o_f32_e64 s[8:9], v1, v2
v_cmps_u_f32_e32 vcc, v1, v2
v_cmps_u_f32_e64 s[8:9], v1, v2
v_cmps_nge_f32_e32 vcc, v1, v2
v_cmps_nge_f32_e64 s[8:9], v1, v2
v_cmps_nlg_f32_e32 vcc, v1, v2
v_cmps_nlg_f32_e64 s[8:9], v1, v2
v_cmps_ngt_f32_e32 vcc, v1, v2
v_cmps_ngt_f32_e64 s[8:9], v1, v2
v_cmps_nle_f32_e32 vcc, v1, v2
v_cmps_nle_f32_e64 s[8:9], v1, v2
v_cmps_neq_f32_e32 vcc, v1, v2
v_cmps_neq_f32_e64 s[8:9], v1, v2
v_cmps_nlt_f32_e32 vcc, v1, v2
v_cmps_nlt_f32_e64 s[8:9], v1, v2
v_cmps_tru_f32_e32 vcc, v1, v2
v_cmps_tru_f32_e64 s[8:9], v1, v2
v_cmpsx_f_f32_e32 vcc, v1, v2
v_cmpsx_f_f32_e64 s[8:9], v1, v2
v_cmpsx_lt_f32_e32 vcc, v1, v2
v_cmpsx_lt_f32_e64 s[8:9], v1, v2
v_cmpsx_eq_f32_e32 vcc, v1, v2
v_cmpsx_eq_f32_e64 s[8:9], v1, v2
v_cmpsx_le_f32_e32 vcc, v1, v2
v_cmpsx_le_f32_e64 s[8:9], v1, v2
v_cmpsx_gt_f32_e32 vcc, v1, v2
v_cmpsx_gt_f32_e64 s[8:9], v1, v2
v_cmpsx_lg_f32_e32 vcc, v1, v2
v_cmpsx_lg_f32_e64 s[8:9], v1, v2
v_cmpsx_ge_f32_e32 vcc, v1, v2
v_cmpsx_ge_f32_e64 s[8:9], v1, v2
v_cmpsx_o_f32_e32 vcc, v1, v2
v_cmpsx_o_f32_e64 s[8:9], v1, v2
v_cmpsx_u_f32_e32 vcc, v1, v2
v_cmpsx_u_f32_e64 s[8:9], v1, v2
v_cmpsx_nge_f32_e32 vcc, v1, v2
v_cmpsx_nge_f32_e64 s[8:9], v1, v2
v_cmpsx_nlg_f32_e32 vcc, v1, v2
v_cmpsx_nlg_f32_e64 s[8:9], v1, v2
v_cmpsx_ngt_f32_e32 vcc, v1, v2
v_cmpsx_ngt_f32_e64 s[8:9], v1, v2
v_cmpsx_nle_f32_e32 vcc, v1, v2
v_cmpsx_nle_f32_e64 s[8:9], v1, v2
v_cmpsx_neq_f32_e32 vcc, v1, v2
v_cmpsx_neq_f32_e64 s[8:9], v1, v2
v_cmpsx_nlt_f32_e32 vcc, v1, v2
v_cmpsx_nlt_f32_e64 s[8:9], v1, v2
v_cmpsx_tru_f32_e32 vcc, v1, v2
v_cmpsx_tru_f32_e64 s[8:9], v1, v2
v_cmps_f_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_f_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_lt_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_lt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_eq_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_eq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_le_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_le_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_gt_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_gt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_lg_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_lg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_ge_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_ge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_o_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_o_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_u_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_u_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_nge_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_nge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_nlg_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_nlg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_ngt_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_ngt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_nle_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_nle_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_neq_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_neq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_nlt_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_nlt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmps_tru_f64_e32 vcc, v[1:2], v[3:4]
v_cmps_tru_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_f_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_f_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_lt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_lt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_eq_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_eq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_le_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_le_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_gt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_gt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_lg_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_lg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_ge_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_ge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_o_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_o_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_u_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_u_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_nge_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_nge_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_nlg_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_nlg_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_ngt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_ngt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_nle_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_nle_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_neq_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_neq_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_nlt_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_nlt_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmpsx_tru_f64_e32 vcc, v[1:2], v[3:4]
v_cmpsx_tru_f64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_f_i32_e32 vcc, v1, v2
v_cmp_f_i32_e64 s[8:9], v1, v2
v_cmp_lt_i32_e32 vcc, v1, v2
v_cmp_lt_i32_e64 s[8:9], v1, v2
v_cmp_eq_i32_e32 vcc, v1, v2
v_cmp_eq_i32_e64 s[8:9], v1, v2
v_cmp_le_i32_e32 vcc, v1, v2
v_cmp_le_i32_e64 s[8:9], v1, v2
v_cmp_gt_i32_e32 vcc, v1, v2
v_cmp_gt_i32_e64 s[8:9], v1, v2
v_cmp_ne_i32_e32 vcc, v1, v2
v_cmp_ne_i32_e64 s[8:9], v1, v2
v_cmp_ge_i32_e32 vcc, v1, v2
v_cmp_ge_i32_e64 s[8:9], v1, v2
v_cmp_t_i32_e32 vcc, v1, v2
v_cmp_t_i32_e64 s[8:9], v1, v2
v_cmp_class_f32_e32 vcc, v1, v2
v_cmp_class_f32_e64 s[8:9], v1, v2
v_cmpx_f_i32_e32 vcc, v1, v2
v_cmpx_f_i32_e64 s[8:9], v1, v2
v_cmpx_lt_i32_e32 vcc, v1, v2
v_cmpx_lt_i32_e64 s[8:9], v1, v2
v_cmpx_eq_i32_e32 vcc, v1, v2
v_cmpx_eq_i32_e64 s[8:9], v1, v2
v_cmpx_le_i32_e32 vcc, v1, v2
v_cmpx_le_i32_e64 s[8:9], v1, v2
v_cmpx_gt_i32_e32 vcc, v1, v2
v_cmpx_gt_i32_e64 s[8:9], v1, v2
v_cmpx_ne_i32_e32 vcc, v1, v2
v_cmpx_ne_i32_e64 s[8:9], v1, v2
v_cmpx_ge_i32_e32 vcc, v1, v2
v_cmpx_ge_i32_e64 s[8:9], v1, v2
v_cmpx_t_i32_e32 vcc, v1, v2
v_cmpx_t_i32_e64 s[8:9], v1, v2
v_cmpx_class_f32_e32 vcc, v1, v2
v_cmpx_class_f32_e64 s[8:9], v1, v2
v_cmp_f_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_f_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_lt_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_lt_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_eq_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_eq_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_le_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_le_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_gt_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_gt_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_ne_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_ne_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_ge_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_ge_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_t_i64_e32 vcc, v[1:2], v[3:4]
v_cmp_t_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_class_f64_e32 vcc, v[1:2], v3
v_cmp_class_f64_e64 s[8:9], v[1:2], v3
v_cmpx_f_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_f_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_lt_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_lt_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_eq_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_eq_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_le_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_le_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_gt_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_gt_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_ne_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_ne_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_ge_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_ge_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_t_i64_e32 vcc, v[1:2], v[3:4]
v_cmpx_t_i64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_class_f64_e32 vcc, v[1:2], v3
v_cmpx_class_f64_e64 s[8:9], v[1:2], v3
v_cmp_f_u32_e32 vcc, v1, v2
v_cmp_f_u32_e64 s[8:9], v1, v2
v_cmp_lt_u32_e32 vcc, v1, v2
v_cmp_lt_u32_e64 s[8:9], v1, v2
v_cmp_eq_u32_e32 vcc, v1, v2
v_cmp_eq_u32_e64 s[8:9], v1, v2
v_cmp_le_u32_e32 vcc, v1, v2
v_cmp_le_u32_e64 s[8:9], v1, v2
v_cmp_gt_u32_e32 vcc, v1, v2
v_cmp_gt_u32_e64 s[8:9], v1, v2
v_cmp_ne_u32_e32 vcc, v1, v2
v_cmp_ne_u32_e64 s[8:9], v1, v2
v_cmp_ge_u32_e32 vcc, v1, v2
v_cmp_ge_u32_e64 s[8:9], v1, v2
v_cmp_t_u32_e32 vcc, v1, v2
v_cmp_t_u32_e64 s[8:9], v1, v2
v_cmpx_f_u32_e32 vcc, v1, v2
v_cmpx_f_u32_e64 s[8:9], v1, v2
v_cmpx_lt_u32_e32 vcc, v1, v2
v_cmpx_lt_u32_e64 s[8:9], v1, v2
v_cmpx_eq_u32_e32 vcc, v1, v2
v_cmpx_eq_u32_e64 s[8:9], v1, v2
v_cmpx_le_u32_e32 vcc, v1, v2
v_cmpx_le_u32_e64 s[8:9], v1, v2
v_cmpx_gt_u32_e32 vcc, v1, v2
v_cmpx_gt_u32_e64 s[8:9], v1, v2
v_cmpx_ne_u32_e32 vcc, v1, v2
v_cmpx_ne_u32_e64 s[8:9], v1, v2
v_cmpx_ge_u32_e32 vcc, v1, v2
v_cmpx_ge_u32_e64 s[8:9], v1, v2
v_cmpx_t_u32_e32 vcc, v1, v2
v_cmpx_t_u32_e64 s[8:9], v1, v2
v_cmp_f_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_f_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_lt_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_lt_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_eq_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_eq_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_le_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_le_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_gt_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_gt_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_ne_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_ne_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_ge_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_ge_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmp_t_u64_e32 vcc, v[1:2], v[3:4]
v_cmp_t_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_f_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_f_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_lt_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_lt_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_eq_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_eq_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_le_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_le_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_gt_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_gt_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_ne_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_ne_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_ge_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_ge_u64_e64 s[8:9], v[1:2], v[3:4]
v_cmpx_t_u64_e32 vcc, v[1:2], v[3:4]
v_cmpx_t_u64_e64 s[8:9], v[1:2], v[3:4]
v_mad_legacy_f32 v1, v2, v3, v4
v_mad_f32 v1, v2, v3, v4
v_mad_i32_i24 v1, v2, v3, v4
v_mad_u32_u24 v1, v2, v3, v4
v_cubeid_f32 v1, v2, v3, v4
v_cubesc_f32 v1, v2, v3, v4
v_cubetc_f32 v1, v2, v3, v4
v_cubema_f32 v1, v2, v3, v4
v_bfe_u32 v1, v2, v3, v4
v_bfe_i32 v1, v2, v3, v4
v_bfi_b32 v1, v2, v3, v4
v_fma_f32 v1, v2, v3, v4
v_fma_f64 v[1:2], v[3:4], v[5:6], v[7:8]
v_lerp_u8 v1, v2, v3, v4
v_alignbit_b32 v1, v2, v3, v4
v_alignbyte_b32 v1, v2, v3, v4
v_mullit_f32 v1, v2, v3, v4
v_min3_f32 v1, v2, v3, v4
v_min3_i32 v1, v2, v3, v4
v_min3_u32 v1, v2, v3, v4
v_max3_f32 v1, v2, v3, v4
v_max3_i32 v1, v2, v3, v4
v_max3_u32 v1, v2, v3, v4
v_med3_f32 v1, v2, v3, v4
v_med3_i32 v1, v2, v3, v4
v_med3_u32 v1, v2, v3, v4
v_sad_u8 v1, v2, v3, v4
v_sad_hi_u8 v1, v2, v3, v4
v_sad_u16 v1, v2, v3, v4
v_sad_u32 v1, v2, v3, v4
v_cvt_pk_u8_f32 v1, v2, v3, v4
v_div_fixup_f32 v1, v2, v3, v4
v_div_fixup_f64 v[1:2], v[3:4], v[5:6], v[7:8]
v_lshl_b64 v[1:2], v[3:4], v5
v_lshr_b64 v[1:2], v[3:4], v5
v_ashr_i64 v[1:2], v[3:4], v5
v_add_f64 v[1:2], v[3:4], v[5:6]
v_mul_f64 v[1:2], v[3:4], v[5:6]
v_min_f64 v[1:2], v[3:4], v[5:6]
v_max_f64 v[1:2], v[3:4], v[5:6]
v_ldexp_f64 v[1:2], v[3:4], v5
v_mul_lo_u32 v1, v2, v3
v_mul_hi_u32 v1, v2, v3
v_mul_lo_i32 v1, v2, v3
v_mul_hi_i32 v1, v2, v3
v_div_scale_f32 v1, s[8:9], v2, v3, v4
v_div_scale_f64 v[1:2], s[8:9], v[3:4], v[5:6], v[7:8]
v_div_fmas_f32 v1, v2, v3, v4
v_div_fmas_f64 v[1:2], v[3:4], v[5:6], v[7:8]
v_msad_u8 v1, v2, v3, v4
v_mqsad_pk_u16_u8 v[1:2], v[3:4], v5, v[6:7]
v_trig_preop_f64 v[1:2], v[3:4], v5
v_interp_p1_f32 v1, v2, attr0.x
v_interp_p2_f32 v1, v2, attr0.x
v_interp_mov_f32 v1, p10, attr0.x
ds_add_u32 v1, v2
ds_sub_u32 v1, v2
ds_rsub_u32 v1, v2
ds_inc_u32 v1, v2
ds_dec_u32 v1, v2
ds_min_i32 v1, v2
ds_max_i32 v1, v2
ds_min_u32 v1, v2
ds_max_u32 v1, v2
ds_and_b32 v1, v2
ds_or_b32 v1, v2
ds_xor_b32 v1, v2
ds_mskor_b32 v1, v2, v3
ds_write_b32 v1, v2
ds_write2_b32 v1, v2, v3
ds_write2st64_b32 v1, v2, v3
ds_cmpst_b32 v1, v2, v3
ds_cmpst_f32 v1, v2, v3
ds_min_f32 v1, v2
ds_max_f32 v1, v2
ds_gws_init v1 gds
ds_gws_sema_v gds
ds_gws_sema_br v1 gds
ds_gws_sema_p gds
ds_gws_barrier v1 gds
ds_write_b8 v1, v2
ds_write_b16 v1, v2
ds_add_rtn_u32 v1, v2, v3
ds_sub_rtn_u32 v1, v2, v3
ds_rsub_rtn_u32 v1, v2, v3
ds_inc_rtn_u32 v1, v2, v3
ds_dec_rtn_u32 v1, v2, v3
ds_min_rtn_i32 v1, v2, v3
ds_max_rtn_i32 v1, v2, v3
ds_min_rtn_u32 v1, v2, v3
ds_max_rtn_u32 v1, v2, v3
ds_and_rtn_b32 v1, v2, v3
ds_or_rtn_b32 v1, v2, v3
ds_xor_rtn_b32 v1, v2, v3
ds_mskor_rtn_b32 v1, v2, v3, v4
ds_wrxchg_rtn_b32 v1, v2, v3
ds_wrxchg2_rtn_b32 v[1:2], v3, v4, v5
ds_wrxchg2st64_rtn_b32 v[1:2], v3, v4, v5
ds_cmpst_rtn_b32 v1, v2, v3, v4
ds_cmpst_rtn_f32 v1, v2, v3, v4
ds_min_rtn_f32 v1, v2, v3
ds_max_rtn_f32 v1, v2, v3
ds_swizzle_b32 v1, v2
ds_read_b32 v1, v2
ds_read2_b32 v[1:2], v3
ds_read2st64_b32 v[1:2], v3
ds_read_i8 v1, v2
ds_read_u8 v1, v2
ds_read_i16 v1, v2
ds_read_u16 v1, v2
ds_consume v1
ds_append v1
ds_ordered_count v1, v2 gds
ds_add_u64 v1, v[2:3]
ds_sub_u64 v1, v[2:3]
ds_rsub_u64 v1, v[2:3]
ds_inc_u64 v1, v[2:3]
ds_dec_u64 v1, v[2:3]
ds_min_i64 v1, v[2:3]
ds_max_i64 v1, v[2:3]
ds_min_u64 v1, v[2:3]
ds_max_u64 v1, v[2:3]
ds_and_b64 v1, v[2:3]
ds_or_b64 v1, v[2:3]
ds_xor_b64 v1, v[2:3]
ds_mskor_b64 v1, v[2:3], v[4:5]
ds_write_b64 v1, v[2:3]
ds_write2_b64 v1, v[2:3], v[4:5]
ds_write2st64_b64 v1, v[2:3], v[4:5]
ds_cmpst_b64 v1, v[2:3], v[4:5]
ds_cmpst_f64 v1, v[2:3], v[4:5]
ds_min_f64 v1, v[2:3]
ds_max_f64 v1, v[2:3]
ds_add_rtn_u64 v[1:2], v3, v[4:5]
ds_sub_rtn_u64 v[1:2], v3, v[4:5]
ds_rsub_rtn_u64 v[1:2], v3, v[4:5]
ds_inc_rtn_u64 v[1:2], v3, v[4:5]
ds_dec_rtn_u64 v[1:2], v3, v[4:5]
ds_min_rtn_i64 v[1:2], v3, v[4:5]
ds_max_rtn_i64 v[1:2], v3, v[4:5]
ds_min_rtn_u64 v[1:2], v3, v[4:5]
ds_max_rtn_u64 v[1:2], v3, v[4:5]
ds_and_rtn_b64 v[1:2], v3, v[4:5]
ds_or_rtn_b64 v[1:2], v3, v[4:5]
ds_xor_rtn_b64 v[1:2], v3, v[4:5]
ds_mskor_rtn_b64 v[1:2], v3, v[4:5], v[6:7]
ds_wrxchg_rtn_b64 v[1:2], v3, v[4:5]
ds_wrxchg2_rtn_b64 v[1:4], v5, v[6:7], v[8:9]
ds_wrxchg2st64_rtn_b64 v[1:4], v5, v[6:7], v[8:9]
ds_cmpst_rtn_b64 v[1:2], v3, v[4:5], v[6:7]
ds_cmpst_rtn_f64 v[1:2], v3, v[4:5], v[6:7]
ds_min_rtn_f64 v[1:2], v3, v[4:5]
ds_max_rtn_f64 v[1:2], v3, v[4:5]
ds_read_b64 v[1:2], v3
ds_read2_b64 v[1:4], v5
ds_read2st64_b64 v[1:4], v5
ds_add_src2_u32 v1
ds_sub_src2_u32 v1
ds_rsub_src2_u32 v1
ds_inc_src2_u32 v1
ds_dec_src2_u32 v1
ds_min_src2_i32 v1
ds_max_src2_i32 v1
ds_min_src2_u32 v1
ds_max_src2_u32 v1
ds_and_src2_b32 v1
ds_or_src2_b32 v1
ds_xor_src2_b32 v1
ds_write_src2_b32 v1
ds_min_src2_f32 v1
ds_max_src2_f32 v1
ds_add_src2_u64 v1
ds_sub_src2_u64 v1
ds_rsub_src2_u64 v1
ds_inc_src2_u64 v1
ds_dec_src2_u64 v1
ds_min_src2_i64 v1
ds_max_src2_i64 v1
ds_min_src2_u64 v1
ds_max_src2_u64 v1
ds_and_src2_b64 v1
ds_or_src2_b64 v1
ds_xor_src2_b64 v1
ds_write_src2_b64 v1
ds_min_src2_f64 v1
ds_max_src2_f64 v1
buffer_load_format_x v1, v[2:3], s[8:11], s12 addr64
buffer_load_format_xy v[1:2], v[3:4], s[8:11], s12 addr64
buffer_load_format_xyz v[1:3], v[4:5], s[8:11], s12 addr64
buffer_load_format_xyzw v[1:4], v[5:6], s[8:11], s12 addr64
buffer_store_format_x v1, v[2:3], s[8:11], s12 addr64
buffer_store_format_xy v[1:2], v[3:4], s[8:11], s12 addr64
buffer_store_format_xyz v[1:3], v[4:5], s[8:11], s12 addr64
buffer_store_format_xyzw v[1:4], v[5:6], s[8:11], s12 addr64
buffer_load_ubyte v1, v[2:3], s[8:11], s12 addr64
buffer_load_sbyte v1, v[2:3], s[8:11], s12 addr64
buffer_load_ushort v1, v[2:3], s[8:11], s12 addr64
buffer_load_sshort v1, v[2:3], s[8:11], s12 addr64
buffer_load_dword v1, v[2:3], s[8:11], s12 addr64
buffer_load_dwordx2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_load_dwordx4 v[1:4], v[5:6], s[8:11], s12 addr64
buffer_load_dwordx3 v[1:3], v[4:5], s[8:11], s12 addr64
buffer_store_byte v1, v[2:3], s[8:11], s12 addr64
buffer_store_short v1, v[2:3], s[8:11], s12 addr64
buffer_store_dword v1, v[2:3], s[8:11], s12 addr64
buffer_store_dwordx2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_store_dwordx4 v[1:4], v[5:6], s[8:11], s12 addr64
buffer_store_dwordx3 v[1:3], v[4:5], s[8:11], s12 addr64
buffer_atomic_swap v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_cmpswap v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_add v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_sub v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_smin v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_umin v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_smax v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_umax v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_and v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_or v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_xor v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_inc v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_dec v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_fcmpswap v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_fmin v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_fmax v1, v[2:3], s[8:11], s12 addr64
buffer_atomic_swap_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_cmpswap_x2 v[1:4], v[5:6], s[8:11], s12 addr64
buffer_atomic_add_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_sub_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_smin_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_umin_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_smax_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_umax_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_and_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_or_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_xor_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_inc_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_dec_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_fcmpswap_x2 v[1:4], v[5:6], s[8:11], s12 addr64
buffer_atomic_fmin_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_atomic_fmax_x2 v[1:2], v[3:4], s[8:11], s12 addr64
buffer_wbinvl1_sc
buffer_wbinvl1
tbuffer_load_format_x v1, v[2:3], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_load_format_xy v[1:2], v[3:4], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_load_format_xyz v[1:3], v[4:5], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_load_format_xyzw v[1:4], v[5:6], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_store_format_x v1, v[2:3], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_store_format_xy v[1:2], v[3:4], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_store_format_xyz v[1:3], v[4:5], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
tbuffer_store_format_xyzw v[1:4], v[5:6], s[8:11], s12 format:[BUF_DATA_FORMAT_INVALID] addr64
image_load v1, v2, s[8:15]
image_load_mip v1, v2, s[8:15]
image_load_pck v1, v2, s[8:15]
image_load_pck_sgn v1, v2, s[8:15]
image_load_mip_pck v1, v2, s[8:15]
image_load_mip_pck_sgn v1, v2, s[8:15]
image_store v1, v2, s[8:15]
image_store_mip v1, v2, s[8:15]
image_store_pck v1, v2, s[8:15]
image_store_mip_pck v1, v2, s[8:15]
image_get_resinfo v1, v2, s[8:15]
image_atomic_swap v1, v2, s[8:15] dmask:0x1
image_atomic_cmpswap v[1:2], v3, s[8:15] dmask:0x3
image_atomic_add v1, v2, s[8:15] dmask:0x1
image_atomic_sub v1, v2, s[8:15] dmask:0x1
image_atomic_rsub v1, v2, s[8:15] dmask:0x1
image_atomic_smin v1, v2, s[8:15] dmask:0x1
image_atomic_umin v1, v2, s[8:15] dmask:0x1
image_atomic_smax v1, v2, s[8:15] dmask:0x1
image_atomic_umax v1, v2, s[8:15] dmask:0x1
image_atomic_and v1, v2, s[8:15] dmask:0x1
image_atomic_or v1, v2, s[8:15] dmask:0x1
image_atomic_xor v1, v2, s[8:15] dmask:0x1
image_atomic_inc v1, v2, s[8:15] dmask:0x1
image_atomic_dec v1, v2, s[8:15] dmask:0x1
image_atomic_fcmpswap v[1:2], v3, s[8:15] dmask:0x3
image_atomic_fmin v1, v2, s[8:15] dmask:0x1
image_atomic_fmax v1, v2, s[8:15] dmask:0x1
image_sample v1, v2, s[8:15], s[12:15]
image_sample_cl v1, v2, s[8:15], s[12:15]
image_sample_d v1, v[2:3], s[8:15], s[12:15]
image_sample_d_cl v1, v[2:11], s[8:15], s[12:15]
image_sample_l v1, v2, s[8:15], s[12:15]
image_sample_b v1, v[2:3], s[8:15], s[12:15]
image_sample_b_cl v1, v[2:3], s[8:15], s[12:15]
image_sample_lz v1, v2, s[8:15], s[12:15]
image_sample_c v1, v[2:3], s[8:15], s[12:15]
image_sample_c_cl v1, v[2:3], s[8:15], s[12:15]
image_sample_c_d v1, v[2:11], s[8:15], s[12:15]
image_sample_c_d_cl v1, v[2:11], s[8:15], s[12:15]
image_sample_c_l v1, v[2:3], s[8:15], s[12:15]
image_sample_c_b v1, v[2:4], s[8:15], s[12:15]
image_sample_c_b_cl v1, v[2:4], s[8:15], s[12:15]
image_sample_c_lz v1, v[2:3], s[8:15], s[12:15]
image_sample_o v1, v[2:3], s[8:15], s[12:15]
image_sample_cl_o v1, v[2:3], s[8:15], s[12:15]
image_sample_d_o v1, v[2:11], s[8:15], s[12:15]
image_sample_d_cl_o v1, v[2:11], s[8:15], s[12:15]
image_sample_l_o v1, v[2:3], s[8:15], s[12:15]
image_sample_b_o v1, v[2:4], s[8:15], s[12:15]
image_sample_b_cl_o v1, v[2:4], s[8:15], s[12:15]
image_sample_lz_o v1, v[2:3], s[8:15], s[12:15]
image_sample_c_o v1, v[2:4], s[8:15], s[12:15]
image_sample_c_cl_o v1, v[2:4], s[8:15], s[12:15]
image_sample_c_d_o v1, v[2:11], s[8:15], s[12:15]
image_sample_c_d_cl_o v1, v[2:11], s[8:15], s[12:15]
image_sample_c_l_o v1, v[2:4], s[8:15], s[12:15]
image_sample_c_b_o v1, v[2:5], s[8:15], s[12:15]
image_sample_c_b_cl_o v1, v[2:5], s[8:15], s[12:15]
image_sample_c_lz_o v1, v[2:4], s[8:15], s[12:15]
image_get_lod v1, v2, s[8:15], s[12:15]
image_sample_cd v1, v[2:3], s[8:15], s[12:15]
image_sample_cd_cl v1, v[2:11], s[8:15], s[12:15]
image_sample_c_cd v1, v[2:11], s[8:15], s[12:15]
image_sample_c_cd_cl v1, v[2:11], s[8:15], s[12:15]
image_sample_cd_o v1, v[2:11], s[8:15], s[12:15]
image_sample_cd_cl_o v1, v[2:11], s[8:15], s[12:15]
image_sample_c_cd_o v1, v[2:11], s[8:15], s[12:15]
image_sample_c_cd_cl_o v1, v[2:11], s[8:15], s[12:15]
exp mrt0 off, off, off, off done
image_gather4 v[20:23], v2, s[8:15], s[12:15] dmask:0x1
image_gather4_cl v[20:23], v2, s[8:15], s[12:15] dmask:0x1
image_gather4_l v[20:23], v2, s[8:15], s[12:15] dmask:0x1
image_gather4_b v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_b_cl v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_lz v[20:23], v2, s[8:15], s[12:15] dmask:0x1
image_gather4_c v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_c_cl v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_c_l v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_c_b v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_c_b_cl v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_c_lz v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_o v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_cl_o v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_l_o v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_b_o v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_b_cl_o v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_lz_o v[20:23], v[2:3], s[8:15], s[12:15] dmask:0x1
image_gather4_c_o v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_c_cl_o v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_c_l_o v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1
image_gather4_c_b_o v[20:23], v[2:5], s[8:15], s[12:15] dmask:0x1
image_gather4_c_b_cl_o v[20:23], v[2:5], s[8:15], s[12:15] dmask:0x1
image_gather4_c_lz_o v[20:23], v[2:4], s[8:15], s[12:15] dmask:0x1

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tracks points of the walls of a heart through frames of ultrasound: where the normalised
// correlation of a point's template with what is around its place is greatest, near to where it was.
// A group for each point. Matrices are columns of rows; coordinates count from 1. Templates and
// places reach over frames, all else is scratch of one.
#define GROUP 256

struct sheet {
	int rows, cols, elements, bytes;
};

struct range {
	int first_row, last_row, first_col, last_col;
};

struct parameters {
	int change_bytes, common_bytes, unique_bytes, frames_processed;
	int reach, template_reach, most_move; // in pixels to each side, and altogether
	float keep;                           // of a template when it is renewed
	int frames;
	struct sheet frame; // bytes and elements of one
	int endo_points, endo_bytes, epi_points, epi_bytes, points;
	struct sheet template;
	int pointer_bytes;
	struct sheet area, correlation;
	int row_offset, col_offset, pad_rows, pad_cols;
	struct sheet rows_summed, rows_selected;
	struct range select_rows, select_rows_2;
	struct sheet cols_summed, cols_selected;
	struct range select_cols, select_cols_2;
	struct sheet sums, squares, square_sums, template_squares;
	struct sheet place, mask, masked;
	int mask_row_offset, mask_col_offset;
};

// What is at the place of the template's first pixel, for a template that is around (row, col).
global const float *corner(
	global const float *frame, int frame_rows, int row, int col, int reach)
{
	return frame + (col - 1 - reach) * frame_rows + row - 1 - reach;
}

// Sums of the area and of its squares below the template: by columns, then by rows.
void sum_below(const struct parameters *p, global const float *area, global float *column_sums,
	global float *column_squares, global float *sums, global float *square_sums)
{
	int rows = p->correlation.rows, cols = p->correlation.cols;
	for (int c = get_local_id(0); c < p->area.cols; c += GROUP) {
		float sum = 0, squares = 0;
		for (int r = 0; r < rows; r++) {
			float in = r < p->area.rows ? area[c * p->area.rows + r] : 0;
			int gone = r - p->template.rows;
			float out = gone >= 0 ? area[c * p->area.rows + gone] : 0;
			column_sums[c * rows + r] = sum += in - out;
			column_squares[c * rows + r] = squares += in * in - out * out;
		}
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	for (int r = get_local_id(0); r < rows; r += GROUP) {
		float sum = 0, squares = 0;
		for (int c = 0; c < cols; c++) {
			int gone = c - p->template.cols;
			if (c < p->area.cols) {
				sum += column_sums[c * rows + r];
				squares += column_squares[c * rows + r];
			}
			if (gone >= 0) {
				sum -= column_sums[gone * rows + r];
				squares -= column_squares[gone * rows + r];
			}
			sums[c * rows + r] = sum;
			square_sums[c * rows + r] = squares;
		}
	}
}

// The sum of products of the template and the area, the template's last pixel being on (r, c).
float correlate(
	const struct parameters *p, global const float *t, global const float *area, int r, int c)
{
	int row = r - p->template.rows + 1, col = c - p->template.cols + 1;
	int last_row = min(p->template.rows, p->area.rows - row);
	int last_col = min(p->template.cols, p->area.cols - col);
	float sum = 0;
	for (int j = max(0, -col); j < last_col; j++)
		for (int i = max(0, -row); i < last_row; i++)
			sum += t[j * p->template.rows + i] *
			       area[(col + j) * p->area.rows + row + i];
	return sum;
}

// The template's sum and its deviation's norm, by item 0.
void measure_template(const struct parameters *p, global const float *t,
	global float *column_sums, global float *column_squares, global float *sum,
	global float *square_sum, global float *norm)
{
	for (int c = get_local_id(0); c < p->template.cols; c += GROUP) {
		float s = 0, q = 0;
		for (int r = 0; r < p->template.rows; r++) {
			float value = t[c * p->template.rows + r];
			s += value;
			q += value * value;
		}
		column_sums[c] = s;
		column_squares[c] = q;
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	if (get_local_id(0) == 0) {
		float s = 0, q = 0, n = p->template.elements;
		for (int c = 0; c < p->template.cols; c++) {
			s += column_sums[c];
			q += column_squares[c];
		}
		float mean = s / n;
		*sum = s;
		*square_sum = q;
		*norm = sqrt(n - 1) * sqrt(q / n - mean * mean);
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
}

// The greatest of each column that the point can have moved to; item 0 then takes the greatest.
int best_place(const struct parameters *p, global const float *score, global float *masked,
	global float *column_best, global int *column_at, int was_row, int was_col)
{
	int rows = p->masked.rows, cols = p->masked.cols;
	int first_row = was_row - p->mask_row_offset, last_row = first_row + p->mask.rows;
	int first_col = was_col - p->mask_col_offset, last_col = first_col + p->mask.cols;
	for (int c = get_local_id(0); c < cols; c += GROUP) {
		float best = 0;
		int at = 0;
		for (int r = 0; r < rows; r++) {
			bool near = r >= first_row && r < last_row && c >= first_col &&
				    c < last_col;
			float value = near ? fabs(score[c * rows + r]) : 0;
			masked[c * rows + r] = value;
			if (value > best) {
				best = value;
				at = c * rows + r;
			}
		}
		column_best[c] = best;
		column_at[c] = at;
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	float best = 0;
	int at = 0;
	for (int c = 0; get_local_id(0) == 0 && c < cols; c++) {
		if (column_best[c] > best) {
			best = column_best[c];
			at = column_at[c];
		}
	}
	return at;
}

kernel void kernel_gpu_opencl(struct parameters p, global const float *frame, int number,
	global int *endo_row, global int *endo_col, global int *endo_rows, global int *endo_cols,
	global int *epi_row, global int *epi_col, global int *epi_rows, global int *epi_cols,
	global float *endo_templates, global float *epi_templates, global float *areas,
	global float *correlations, global float *rows_summed, global float *rows_selected,
	global float *cols_summed, global float *cols_selected, global float *all_sums,
	global float *squares, global float *all_square_sums, global float *template_squares,
	global float *places, global float *all_masked, global float *turned_templates,
	global float *template_sums, global float *template_square_sums, global float *best,
	global int *best_at, global float *template_sum, global float *template_square_sum,
	global float *norm, global float *checksum)
{
	int group = get_group_id(0), item = get_local_id(0);
	bool endo = group < p.endo_points;
	int point = endo ? group : group - p.endo_points;
	global int *row = (endo ? endo_row : epi_row) + point;
	global int *col = (endo ? endo_col : epi_col) + point;
	global int *rows = (endo ? endo_rows : epi_rows) + point * p.frames;
	global int *cols = (endo ? endo_cols : epi_cols) + point * p.frames;
	global float *t =
		(endo ? endo_templates : epi_templates) + point * p.template.elements;
	int frame_rows = p.frame.rows, template_rows = p.template.rows;

	if (number == 0) {
		if (item == 0) {
			rows[0] = *row;
			cols[0] = *col;
		}
		global const float *from =
			corner(frame, frame_rows, *row, *col, p.template_reach);
		for (int i = item; i < p.template.elements; i += GROUP)
			t[i] = from[i / template_rows * frame_rows + i % template_rows];
		return;
	}

	global float *area = areas + group * p.area.elements;
	global float *score = correlations + group * p.correlation.elements;
	global float *sums = all_sums + group * p.sums.elements;
	global float *square_sums = all_square_sums + group * p.square_sums.elements;
	global const float *from = corner(frame, frame_rows, *row, *col, p.reach);
	for (int i = item; i < p.area.elements; i += GROUP)
		area[i] = from[i / p.area.rows * frame_rows + i % p.area.rows];
	barrier(CLK_GLOBAL_MEM_FENCE);
	sum_below(&p, area, rows_summed + group * p.rows_summed.elements,
		rows_selected + group * p.rows_selected.elements, sums, square_sums);
	measure_template(&p, t, template_sums + group * p.template.cols,
		template_square_sums + group * p.template_squares.rows, &template_sum[group],
		&template_square_sum[group], &norm[group]);
	for (int i = item; i < p.correlation.elements; i += GROUP) {
		int r = i % p.correlation.rows, c = i / p.correlation.rows;
		float mean = sums[i] / p.template.elements;
		float deviation = sqrt(max(0.0f, square_sums[i] - sums[i] * mean));
		score[i] = (correlate(&p, t, area, r, c) - mean * template_sum[group]) /
			   (deviation * norm[group]);
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	int middle = p.reach + p.template_reach;
	int at = best_place(&p, score, all_masked + group * p.masked.elements,
		best + group * p.masked.rows, best_at + group * p.masked.rows,
		middle + rows[number - 1] - *row, middle + cols[number - 1] - *col);
	if (item == 0) {
		rows[number] = *row + at % p.masked.rows - middle;
		cols[number] = *col + at / p.masked.rows - middle;
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	if (number % 10 != 0)
		return;
	from = corner(frame, frame_rows, rows[number], cols[number], p.template_reach);
	for (int i = item; i < p.template.elements; i += GROUP) {
		float now = from[i / template_rows * frame_rows + i % template_rows];
		t[i] = p.keep * t[i] + (1 - p.keep) * now;
	}
	if (item == 0) {
		*row = rows[number];
		*col = cols[number];
	}
}

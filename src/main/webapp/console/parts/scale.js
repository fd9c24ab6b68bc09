// Where values are in a chart that is 100 high and has a step of 1 in width.

export const HEIGHT = 100;

export function scaled(value, top) {
  return top > 0 ? (value / top) * HEIGHT : 0;
}

/** A value between two gaps is a short dash, so that it is seen. */
export function path(values, top) {
  let d = '';
  values.forEach((value, i) => {
    if (value !== undefined) {
      const y = HEIGHT - scaled(value, top);
      const begins = values[i - 1] === undefined;
      d += `${begins ? 'M' : 'L'}${begins && values[i + 1] === undefined ? i + 0.2 : i + 0.5} ${y}`;
      d += begins && values[i + 1] === undefined ? `h0.6` : '';
    }
  });
  return d;
}

/** The next round number: 1, 2 or 5 with zeros. */
export function round(most) {
  if (most <= 0) {
    return 1;
  }
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((each) => each * unit).find((each) => each >= most);
}

// Which entries of two lists are the same, in the same order: a longest common subsequence.

/** How many pairs are compared at most: more would need too much time and memory of a browser. */
export const MOST_PAIRS = 25_000_000;

/** Returns the places of the common entries, as two lists of the same length. */
export function align(left, right) {
  const numbers = new Map();
  const [one, other] = [left, right].map((list) => list.map((each) => numbers.get(each) ?? numbers.set(each, numbers.size).size - 1));
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) {
    start += 1;
  }
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd -= 1;
    otherEnd -= 1;
  }
  const between = subsequence(one.slice(start, oneEnd), other.slice(start, otherEnd));
  const places = (list, end, inner) => [...Array(start).keys(), ...inner.map((i) => i + start), ...Array.from({ length: list.length - end }, (ignored, i) => end + i)];
  return [places(one, oneEnd, between.map(([i]) => i)), places(other, otherEnd, between.map(([, j]) => j))];
}

function subsequence(one, other) {
  const width = other.length + 1;
  const longest = new Uint16Array((one.length + 1) * width); // of what follows each pair of places
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      longest[at] = one[i] === other[j] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  const pairs = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) {
      pairs.push([i++, j++]);
    } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}

// Amounts of money, in the language of the interface.
import { locale } from './i18n.js';

/** The least that four digits show. */
const LEAST = 0.0001;

/** An amount with as many digits as people read. One that these would show as nothing is less than the least. */
export function money(amount, currency = 'USD') {
  if (amount === undefined) {
    return '';
  }
  const isLess = amount > 0 && amount < LEAST / 2;
  const shown = isLess ? LEAST : amount;
  const digits = Math.abs(shown) > 0 && Math.abs(shown) < 0.1 ? 4 : 2;
  const text = new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(shown);
  return isLess ? `< ${text}` : text;
}

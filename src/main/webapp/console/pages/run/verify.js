// Verifies an exported record in the browser, without trusting the server that sent it: each hash must follow from the hash
// before and from what the event says. src/docs/record.md has the rule; `reprise verify` does the same and also knows keys.

const utf8 = new TextEncoder();

/**
 * Verifies the lines of a record file.
 *
 * @returns how many events follow from each other; the first that does not, as `broken`; or that the record is `sealed`, which
 *     only a holder of the key can verify
 */
export async function verify(file) {
  let before = '0'.repeat(64);
  let verified = 0;
  for (const text of file.trim().split('\n')) {
    const { event, end } = JSON.parse(text);
    if (event?.sealKey) {
      return { verified, sealed: event.sealKey };
    }
    if (event && (event.sequence !== verified + 1 || !(await isWritten(before, event)))) {
      return { verified, broken: event.sequence };
    }
    if (end) {
      return end.events === verified ? { verified } : { verified, broken: verified + 1 };
    }
    if (event) {
      before = event.hash;
      verified += 1;
    }
  }
  return { verified, broken: verified + 1 }; // the end is missing
}

async function isWritten(before, event) {
  const isWhole = !event.blob || event.blob === (await sha256([utf8.encode(event.content ?? '')]));
  return isWhole && (await sha256(covered(before, event))) === event.hash;
}

/** The bytes that the hash of an event covers. */
function covered(before, event) {
  return [
    ...text(before), ...text(event.run), long(event.sequence), long(event.epoch), int(event.version), ...text(event.type), ...text(event.payload),
    ...text(event.tenant), long(micros(event.at)), ...text(event.sealKey), ...text(event.cipherKey), ...text(event.blob),
  ];
}

function text(value) {
  const bytes = utf8.encode(value);
  return [int(bytes.length), bytes];
}

function long(value) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigInt64(0, BigInt(value));
  return new Uint8Array(bytes.buffer);
}

function int(value) {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setInt32(0, value);
  return new Uint8Array(bytes.buffer);
}

/** A Date has milliseconds only. */
function micros(at) {
  const [, seconds, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(at);
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

async function sha256(parts) {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

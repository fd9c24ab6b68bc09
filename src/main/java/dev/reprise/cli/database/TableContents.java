package dev.reprise.cli.database;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of a table, and computes a digest over them that does not depend on their order,
 * which differs between databases: the sum of the SHA-256 of each row, modulo 2^256.
 */
final class TableContents {

  private static final int BITS = 256;
  private static final byte[] NULL = ByteBuffer.allocate(Integer.BYTES).putInt(-1).array();

  private final MessageDigest sha256;
  private BigInteger sum = BigInteger.ZERO;
  private long rows;

  TableContents() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
  }

  /** Adds a row; returns of how many bytes its values are. */
  int add(List<@Nullable Object> row) {
    int size = 0;
    for (Object value : row) {
      byte[] bytes = value == null ? new byte[0] : bytes(value);
      sha256.update(
          value == null ? NULL : ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      sha256.update(bytes);
      size += Integer.BYTES + bytes.length;
    }
    sum = sum.add(new BigInteger(1, sha256.digest()));
    rows++;
    return size;
  }

  private static byte[] bytes(Object value) {
    return switch (value) {
      case byte[] bytes -> bytes;
      case BigDecimal number -> number.toPlainString().getBytes(StandardCharsets.UTF_8);
      default -> value.toString().getBytes(StandardCharsets.UTF_8);
    };
  }

  long rows() {
    return rows;
  }

  /** Returns the digest in hexadecimal. */
  String digest() {
    byte[] bytes = sum.mod(BigInteger.TWO.pow(BITS)).toByteArray();
    var digest = new byte[BITS / Byte.SIZE];
    int length = Math.min(bytes.length, digest.length); // a first byte may be of the sign alone
    System.arraycopy(bytes, bytes.length - length, digest, digest.length - length, length);
    return HexFormat.of().formatHex(digest);
  }
}

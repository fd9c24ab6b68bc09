package dev.reprise.web;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Decides whether an address is public in another way than the product: with the JDK's methods and
 * with the bytes as numbers. So a mistake of one is not repeated in the other.
 */
final class PlainAddresses {

  private PlainAddresses() {}

  static boolean isPublic(InetAddress address) {
    boolean isKnownToJdk =
        address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isSiteLocalAddress()
            || address.isMulticastAddress();
    byte[] b = address.getAddress();
    return !isKnownToJdk && (address instanceof Inet4Address ? isPublicV4(b) : isPublicV6(b));
  }

  private static boolean isPublicV4(byte[] b) {
    int first = b[0] & 0xff;
    int second = b[1] & 0xff;
    int third = b[2] & 0xff;
    int fourth = b[3] & 0xff;
    return switch (first) {
      case 0, 10, 127 -> false;
      case 100 -> second < 64 || second > 127;
      case 168 -> !(second == 63 && third == 129 && fourth == 16);
      case 169 -> second != 254;
      case 172 -> second < 16 || second > 31;
      case 192 ->
          !(second == 168
              || (second == 0 && (third == 0 || third == 2))
              || (second == 88 && third == 99));
      case 198 -> !(second == 18 || second == 19 || (second == 51 && third == 100));
      case 203 -> !(second == 0 && third == 113);
      default -> first < 224;
    };
  }

  private static boolean isPublicV6(byte[] b) {
    int first = ((b[0] & 0xff) << 8) | (b[1] & 0xff);
    int second = ((b[2] & 0xff) << 8) | (b[3] & 0xff);
    return switch (first) {
      case 0x2001 -> second >= 0x200 && second != 0xdb8;
      case 0x2002 -> false;
      case 0x3fff -> second >= 0x1000;
      default -> first >= 0x2000 && first <= 0x3fff;
    };
  }
}

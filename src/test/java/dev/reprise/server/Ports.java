package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The two ports of a server. */
public record Ports(int http, int https) {

  /** Returns two ports of this machine that nobody listens on at this moment. */
  public static Ports free() {
    try (var one = open(0);
        var another = open(0)) {
      return new Ports(one.getLocalPort(), another.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException("this machine has no free ports", e);
    }
  }

  /**
   * Checks that both are still free, because a server that finds one taken only logs it.
   *
   * @throws IllegalStateException if somebody listens on one of them
   */
  void requireFree() {
    requireFree(http);
    requireFree(https);
  }

  private static void requireFree(int port) {
    try (var probe = open(port)) {
      probe.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("port " + port + " is taken by another process", e);
    }
  }

  private static ServerSocket open(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}

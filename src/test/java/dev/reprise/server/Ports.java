package dev.reprise.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** The two ports of a server. */
public record Ports(int http, int https) {

  /**
   * Below the ports that systems give to outgoing connections. Any client could take one of those
   * while a killed server is down.
   */
  private static final int FIRST = 10_000;

  private static final int LAST = 32_000;
  private static final int TRIES = 1000;

  /** Returns two ports of this machine on which no process listens at this moment. */
  public static Ports free() {
    int one = freeOtherThan(0);
    return new Ports(one, freeOtherThan(one));
  }

  private static int freeOtherThan(int taken) {
    return ThreadLocalRandom.current()
        .ints(TRIES, FIRST, LAST)
        .filter(port -> port != taken && isFree(port))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("this machine has no free ports"));
  }

  private static boolean isFree(int port) {
    try (var probe = open(port)) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Checks that both are still free, because a server that finds one taken only logs it.
   *
   * @throws IllegalStateException if a process listens on one of them
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

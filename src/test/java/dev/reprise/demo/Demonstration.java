package dev.reprise.demo;

import dev.reprise.server.ServerProcess;

/** Shows that a server comes up, and that it comes back after a kill. */
public final class Demonstration {

  private Demonstration() {}

  public static void main(String[] arguments) {
    try (var server = ServerProcess.named("demonstration")) {
      System.out.println("Ready after " + server.start().toMillis() + " ms at " + server.baseUri());
      server.kill();
      System.out.println("Killed; ready again after " + server.start().toMillis() + " ms");
    }
  }
}

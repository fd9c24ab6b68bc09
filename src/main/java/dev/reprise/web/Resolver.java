package dev.reprise.web;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Looks up host names. */
@FunctionalInterface
interface Resolver {

  /** Uses the operating system, which may take any time and ignores interrupts. */
  Resolver SYSTEM = name -> List.of(InetAddress.getAllByName(name));

  /**
   * Returns all addresses of a name in the order of attempts.
   *
   * @throws IOException if the name has no addresses, or no name server answered in time
   */
  List<InetAddress> resolve(String name) throws IOException;
}

package dev.reprise.web;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Looks names up. */
@FunctionalInterface
interface Resolver {

  /** Asks the system, which takes as long as it likes and heeds no interrupt. */
  Resolver SYSTEM = name -> List.of(InetAddress.getAllByName(name));

  /**
   * Returns all addresses of a name, in the order in which they should be tried.
   *
   * @throws IOException if it has none, or nobody could be asked, or nobody answered in time
   */
  List<InetAddress> resolve(String name) throws IOException;
}

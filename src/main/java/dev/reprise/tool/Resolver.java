package dev.reprise.tool;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks names up. */
@FunctionalInterface
interface Resolver {

  /** Asks the system, which takes as long as it likes and heeds no interrupt. */
  Resolver SYSTEM = name -> List.of(InetAddress.getAllByName(name));

  /**
   * Returns all addresses of a name, in the order in which they should be tried.
   *
   * @throws UnknownHostException if it has none, or nobody could be asked
   */
  List<InetAddress> resolve(String name) throws UnknownHostException;
}

package dev.reprise.sandbox;

/** The one thing that a guest can reach of its host. */
@FunctionalInterface
interface HostCallHandler {

  /**
   * Answers the guest.
   *
   * @param what the guest wants
   * @param name of whom
   * @param text what it says with it
   * @param full whether it holds all memory that there may be
   * @return UTF-8, not empty
   * @throws RuntimeException which ends the guest: nothing in it can catch it
   */
  byte[] answer(String what, String name, String text, boolean full);
}

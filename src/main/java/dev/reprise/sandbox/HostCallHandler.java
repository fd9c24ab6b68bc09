package dev.reprise.sandbox;

/** The only part of its host that a guest can reach. */
@FunctionalInterface
interface HostCallHandler {

  /**
   * Answers a call of the guest.
   *
   * @param what the kind of call
   * @param name of the function that the guest calls
   * @param text the content of the call
   * @param full whether the guest has all the memory that it may have
   * @return UTF-8, not empty
   * @throws RuntimeException ends the guest, because nothing in the guest can catch it
   */
  byte[] answer(String what, String name, String text, boolean full);
}

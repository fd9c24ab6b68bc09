package dev.reprise.client.http;

import java.time.Duration;

/** Lets time pass; tests do without. */
@FunctionalInterface
public interface Pause {

  void sleep(Duration time) throws InterruptedException;
}

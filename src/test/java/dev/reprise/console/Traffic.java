package dev.reprise.console;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** What a page asks a server for, and how many bytes come over the wire. */
final class Traffic {

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicLong bytes = new AtomicLong();
  private final Page page;

  private Traffic(Page page) {
    this.page = page;
    CDPSession session = page.context().newCDPSession(page);
    session.on(
        "Network.requestWillBeSent",
        event -> requests.add(event.getAsJsonObject("request").get("url").getAsString()));
    session.on("Network.responseReceived", event -> bytes.addAndGet(encoded(event, "response")));
    session.on("Network.dataReceived", event -> bytes.addAndGet(length(event)));
    session.send("Network.enable");
  }

  static Traffic of(Page page) {
    return new Traffic(page);
  }

  private static long encoded(JsonObject event, String member) {
    return length(event.getAsJsonObject(member));
  }

  private static long length(JsonObject object) {
    return object.get("encodedDataLength").getAsLong();
  }

  /** Forgets what was so far, and returns what comes in so many seconds. */
  Traffic during(int seconds) {
    reset();
    page.waitForTimeout(seconds * 1000.0);
    return this;
  }

  void reset() {
    requests.clear();
    bytes.set(0);
  }

  int requests() {
    return requests.size();
  }

  long requests(String part) {
    return requests.stream().filter(url -> url.contains(part)).count();
  }

  long bytes() {
    return bytes.get();
  }

  void print(String what) {
    System.out.printf("%s: %d requests, %d bytes%n", what, requests(), bytes());
  }
}

package dev.reprise.api;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Things of one tenant that operations of the API are about, made when they are first needed. */
final class Things {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z-]+)\\}");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Client owner;
  private Optional<String> run = Optional.empty();
  private Optional<String> schedule = Optional.empty();
  private Optional<String> firing = Optional.empty();

  Things(Client owner) {
    this.owner = owner;
  }

  /** Returns a text with things in the places of their placeholders. */
  String filledInto(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(thing(found.group(1))));
  }

  private String thing(String name) {
    return switch (name) {
      case "run" -> run();
      case "new-run" -> newRun();
      case "schedule" -> schedule();
      case "new-schedule" -> newSchedule();
      case "firing" -> firing();
      case "unique" -> unique();
      default -> throw new IllegalArgumentException("nothing is called " + name);
    };
  }

  private String run() {
    if (run.isEmpty()) {
      run = Optional.of(newRun());
    }
    return run.get();
  }

  private String newRun() {
    UUID id = owner.submit("quick");
    await().atMost(PATIENCE).until(() -> owner.status(id).equals("COMPLETED"));
    return id.toString();
  }

  private String schedule() {
    if (schedule.isEmpty()) {
      schedule = Optional.of(newSchedule());
    }
    return schedule.get();
  }

  private String newSchedule() {
    String name = unique();
    Timetable.make(owner, Timetable.yearly(name));
    return name;
  }

  private String firing() {
    if (firing.isEmpty()) {
      UUID id = Timetable.trigger(owner, schedule());
      Timetable.await(owner, schedule(), id, "status", "COMPLETED");
      firing = Optional.of(id.toString());
    }
    return firing.get();
  }

  private static String unique() {
    return "thing-" + UUID.randomUUID();
  }
}

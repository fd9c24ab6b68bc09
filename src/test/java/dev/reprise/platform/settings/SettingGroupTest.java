package dev.reprise.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.fixture.TestConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** A class whose fields declare settings, and have their values. */
class SettingGroupTest {

  private static final class Polls extends SettingGroup {

    final Duration interval =
        setting("reprise.polls.interval", SettingType.duration("PT1S"), "PT5S")
            .means("how often the server polls");
    final Optional<Integer> max =
        optional("reprise.polls.max", SettingType.integer(1)).means("how often at most");
    final Optional<String> key =
        find(Setting.optional("reprise.polls.key", SettingType.text()).secret().means("the key"));

    Polls() {
      super("polls");
    }

    Polls(Config config) {
      super("polls", config);
    }
  }

  @Test
  void readsTheValueOfEachField() {
    var polls =
        new Polls(
            TestConfig.of(
                Map.of(
                    "reprise.polls.interval", "PT2S",
                    "reprise.polls.max", "7",
                    "reprise.polls.key", "k3y")));

    assertThat(polls.interval).isEqualTo(Duration.ofSeconds(2));
    assertThat(polls.max).contains(7);
    assertThat(polls.key).contains("k3y");
  }

  @Test
  void hasTheDefaultsIfNothingIsSetOrThereIsNoConfiguration() {
    for (Polls polls : new Polls[] {new Polls(TestConfig.empty()), new Polls()}) {
      assertThat(polls.interval).isEqualTo(Duration.ofSeconds(5));
      assertThat(polls.max).isEmpty();
      assertThat(polls.key).isEmpty();
    }
  }

  @Test
  void declaresTheSettingsInTheOrderOfTheFields() {
    var polls = new Polls();

    assertThat(polls.section()).isEqualTo("polls");
    assertThat(polls.settings())
        .extracting(Setting::name, Setting::byDefault, Setting::meaning, Setting::disclosure)
        .containsExactly(
            tuple(
                "reprise.polls.interval",
                Optional.of("PT5S"),
                "how often the server polls",
                Setting.Disclosure.ADMINS),
            tuple(
                "reprise.polls.max",
                Optional.empty(),
                "how often at most",
                Setting.Disclosure.ADMINS),
            tuple("reprise.polls.key", Optional.empty(), "the key", Setting.Disclosure.NONE));
  }

  @Test
  void refusesAValueThatIsNotAllowed() {
    Config wrong = TestConfig.of("reprise.polls.interval", "PT0S");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Polls(wrong))
        .withMessageStartingWith(
            "reprise.polls.interval must be a duration of at least PT1S, not 'PT0S'");
  }
}

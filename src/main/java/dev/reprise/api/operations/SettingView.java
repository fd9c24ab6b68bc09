package dev.reprise.api.operations;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.platform.settings.EffectiveSetting;
import dev.reprise.platform.settings.Setting;
import java.util.Optional;

/**
 * A setting of the answering server.
 *
 * @param name the name of the property
 * @param type such as {@code duration}
 * @param allowed what its value must be, in words
 * @param value absent if it is not set; {@code [hidden]} if the caller must not see it
 * @param byDefault the value if it is not set; absent if there is none
 * @param source where the value was set; absent if it is not set
 * @param secret whether no person may see the value
 * @param meaning in one or two sentences
 */
public record SettingView(
    String name,
    String type,
    String allowed,
    Optional<String> value,
    @JsonProperty("default") Optional<String> byDefault,
    Optional<String> source,
    boolean secret,
    String meaning) {

  static SettingView of(EffectiveSetting effective, Optional<String> shown) {
    Setting<?> setting = effective.setting();
    return new SettingView(
        setting.name(),
        setting.type().name(),
        setting.type().allowed(),
        shown,
        setting.byDefault(),
        effective.source(),
        setting.disclosure() == Setting.Disclosure.NONE,
        setting.meaning());
  }
}

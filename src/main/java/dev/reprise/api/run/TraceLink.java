package dev.reprise.api.run;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.telemetry.RunTrace;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;

/** Where people see the trace of a run: in the viewer that the operator names. */
@ApplicationScoped
class TraceLink {

  /** The relation of the link to the run. */
  static final String RELATION = "trace";

  private static final String ID = "{traceId}";

  private static final Setting<String> ADDRESS =
      Setting.optional(
              "reprise.telemetry.trace-link",
              SettingType.text().where(TraceLink::isAddress, "an http or https address with " + ID))
          .otherwise("none; runs have the id of their trace alone")
          .means("the address at which a trace viewer shows a trace, to which runs are linked");

  /** Declares this setting. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("telemetry", ADDRESS);
    }
  }

  private final Optional<String> address;

  @Inject
  TraceLink(Config config) {
    address = ADDRESS.find(config);
  }

  private static boolean isAddress(String text) {
    String scheme = URI.create(text.replace(ID, "0")).getScheme();
    return text.contains(ID) && scheme != null && Set.of("http", "https").contains(scheme);
  }

  /** Returns the address of the trace of a run, if there is a viewer. */
  Optional<URI> of(UUID run) {
    return address.map(it -> URI.create(it.replace(ID, RunTrace.id(run))));
  }
}

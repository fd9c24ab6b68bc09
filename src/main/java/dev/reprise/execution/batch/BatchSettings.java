package dev.reprise.execution.batch;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server carries batches out. */
@Dependent // read through its fields, which a proxy would hide
public final class BatchSettings extends SettingGroup {

  final int maxRunning =
      setting("reprise.batches.max-running", SettingType.integer(1, 32), "4")
          .means(
              "how many batches this server carries out at once; their runs may be on any server");

  final Duration pollInterval =
      setting("reprise.batches.poll-interval", SettingType.duration("PT1S", "PT1H"), "PT30S")
          .means("how often the provider is asked whether its batch has ended (`provider-batch`)");

  public BatchSettings() {
    super("batches");
  }

  @Inject
  public BatchSettings(Config config) {
    super("batches", config);
  }
}

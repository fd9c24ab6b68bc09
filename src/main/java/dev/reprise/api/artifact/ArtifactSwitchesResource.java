package dev.reprise.api.artifact;

import dev.reprise.api.http.OneLine;
import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.KillSwitches;
import dev.reprise.artifact.store.SwitchStore;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * The kill switches of generated tools, for the caller's tenant. They act at once on all servers.
 */
@Path("artifact-switches")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ArtifactSwitchesResource {

  private static final System.Logger LOG =
      System.getLogger(ArtifactSwitchesResource.class.getName());

  @Inject Caller caller;
  @Inject SwitchStore switches;
  @Inject Clock clock;

  /**
   * What to turn off.
   *
   * @param readOff whether stored code does not run: each call has new code written
   * @param repairOff whether code that must change is written anew instead of repaired
   * @param generateOnly whether both hold
   * @param reason is kept with the switches
   */
  public record SwitchRequest(
      @NotNull(message = "is missing") Boolean readOff,
      @NotNull(message = "is missing") Boolean repairOff,
      @NotNull(message = "is missing") Boolean generateOnly,
      @NotBlank(message = "is missing; it must say why") @OneLine(max = 500) String reason) {}

  /**
   * What is turned off.
   *
   * @param by who has set it; absent if it was never set
   * @param earlier how it was set before, the newest first; at most 99
   */
  public record SwitchView(
      boolean readOff,
      boolean repairOff,
      boolean generateOnly,
      Optional<String> by,
      Optional<String> reason,
      Optional<Instant> at,
      List<EarlierSetting> earlier) {

    public SwitchView {
      earlier = List.copyOf(earlier);
    }

    private static SwitchView of(List<SwitchStore.Setting> settings) {
      Optional<SwitchStore.Setting> newest = settings.stream().findFirst();
      KillSwitches set = newest.map(SwitchStore.Setting::switches).orElse(KillSwitches.NONE);
      return new SwitchView(
          set.readOff(),
          set.repairOff(),
          set.generateOnly(),
          newest.map(SwitchStore.Setting::by),
          newest.map(SwitchStore.Setting::reason),
          newest.map(SwitchStore.Setting::at),
          settings.stream().skip(1).map(EarlierSetting::of).toList());
    }
  }

  /** What was turned off before. */
  public record EarlierSetting(
      boolean readOff,
      boolean repairOff,
      boolean generateOnly,
      String by,
      String reason,
      Instant at) {

    private static EarlierSetting of(SwitchStore.Setting setting) {
      return new EarlierSetting(
          setting.switches().readOff(),
          setting.switches().repairOff(),
          setting.switches().generateOnly(),
          setting.by(),
          setting.reason(),
          setting.at());
    }
  }

  @GET
  @Operation(summary = "Show which uses of generated tools are turned off, and were before")
  public SwitchView get() {
    return SwitchView.of(switches.settings(caller.tenant()));
  }

  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed("admin")
  @Operation(
      summary = "Turn uses of generated tools off or on, at once and on all servers",
      description = "It holds from the next call of each run on. Counts go on.")
  public SwitchView put(
      @NotNull(message = "The request must have a body.") @Valid SwitchRequest request) {
    var setting =
        new SwitchStore.Setting(
            new KillSwitches(request.readOff(), request.repairOff(), request.generateOnly()),
            caller.name(),
            request.reason(),
            clock.instant());
    switches.set(caller.tenant(), setting);
    LOG.log(
        System.Logger.Level.INFO,
        "generated tools of tenant %s: %s by %s"
            .formatted(caller.tenant(), setting.switches(), caller.name()));
    return get();
  }
}

package dev.reprise.api.artifact;

import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.KillSwitches;
import dev.reprise.artifact.store.SwitchStore;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * The kill switches of generated tools, for the caller's tenant. They act at once on all servers.
 */
@Path("artifact-switches")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class SwitchesResource {

  private static final System.Logger LOG = System.getLogger(SwitchesResource.class.getName());

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
      @NotBlank(message = "is missing; it must say why")
          @Size(max = 500, message = "must have at most {max} characters")
          @Pattern(regexp = "[^\\p{Cntrl}\\p{Cs}]*", message = "must be one line of text")
          String reason) {}

  /**
   * What is turned off.
   *
   * @param by who has set it; absent if nobody has
   */
  public record SwitchView(
      boolean readOff,
      boolean repairOff,
      boolean generateOnly,
      Optional<String> by,
      Optional<String> reason,
      Optional<Instant> at) {

    private static SwitchView of(Optional<SwitchStore.Setting> setting) {
      KillSwitches set = setting.map(SwitchStore.Setting::switches).orElse(KillSwitches.NONE);
      return new SwitchView(
          set.readOff(),
          set.repairOff(),
          set.generateOnly(),
          setting.map(SwitchStore.Setting::by),
          setting.map(SwitchStore.Setting::reason),
          setting.map(SwitchStore.Setting::at));
    }
  }

  @GET
  @Operation(summary = "Show which uses of generated tools are turned off")
  public SwitchView get() throws SQLException {
    return SwitchView.of(switches.find(caller.tenant()));
  }

  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed("admin")
  @Operation(
      summary = "Turn uses of generated tools off or on, at once and on all servers",
      description = "It holds from the next call of each run on. Counts are kept all the while.")
  public SwitchView put(
      @NotNull(message = "The request must have a body.") @Valid SwitchRequest request)
      throws SQLException {
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
    return SwitchView.of(Optional.of(setting));
  }
}

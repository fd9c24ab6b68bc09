package dev.reprise.api.operations;

import dev.reprise.api.audit.Audited;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.configuration.ConfigurationCheck;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.settings.DeclaredSettings;
import dev.reprise.platform.settings.EffectiveSetting;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The configuration of the answering server, without what its admins must not see. */
@Path("admin/configuration")
@Audited
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("auditor")
@RequestScoped
public class ConfigurationResource {

  private static final int MAX_PREFIX = 200;
  private static final DeclaredSettings DECLARED = DeclaredSettings.load();

  @Inject Config config;
  @Inject Redaction redaction;

  /**
   * The settings in the order of the reference.
   *
   * @param warnings which properties are set, but are no settings, and so have no effect; none on a
   *     server with several tenants, because such names may name tenants
   */
  public record SettingList(List<SettingView> items, List<String> warnings) {
    public SettingList {
      items = List.copyOf(items);
      warnings = List.copyOf(warnings);
    }
  }

  @GET
  @Operation(
      summary = "List the settings of the answering server",
      description =
          "The value of a secret is hidden. On a server with several tenants, so are values that name"
              + " tenants or things of tenants, and settings of single tenants or things are left"
              + " out.")
  public SettingList list(
      @QueryParam("prefix") @DefaultValue("") @Size(max = MAX_PREFIX) String prefix) {
    boolean isOfAll = TenantScope.ofUnnamed(config).equals(TenantScope.ALL);
    return new SettingList(
        DECLARED.effective(config).stream()
            .filter(setting -> setting.name().startsWith(prefix))
            .filter(setting -> isOfAll || !setting.isOfOneThing())
            .map(setting -> view(setting, isOfAll))
            .toList(),
        isOfAll ? ConfigurationCheck.of(DECLARED, config).warnings() : List.of());
  }

  private SettingView view(EffectiveSetting setting, boolean isOfAll) {
    return SettingView.of(setting, setting.shownTo(isOfAll).map(redaction::text));
  }
}

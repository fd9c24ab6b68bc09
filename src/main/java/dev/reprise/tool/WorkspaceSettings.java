package dev.reprise.tool;

import dev.reprise.platform.TenantScope;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of workspaces: their directories, as {@link Workspaces} describes, and what tools
 * may write in them. Tested by {@code WorkspacesTest}.
 */
@Dependent
class WorkspaceSettings {

  static final Setting<List<String>> DIRECTORIES =
      Setting.optional("reprise.workspaces", SettingType.list())
          .ofTenants()
          .means("the workspaces: `name=/absolute/path`, comma separated");
  static final Setting<TenantScope> TENANTS =
      TenantScope.setting("reprise.workspaces.<name>.tenants", "it")
          .forEach(WorkspaceSettings::names);
  private static final Setting<Long> MAX_BYTES =
      Setting.optional("reprise.workspaces.<name>.max-bytes", SettingType.number(0))
          .otherwise("no limit")
          .forEach(WorkspaceSettings::names)
          .means("how many bytes the files of a workspace may have together");
  private static final Setting<Long> MAX_FILES =
      Setting.optional("reprise.workspaces.<name>.max-files", SettingType.number(0))
          .otherwise("no limit")
          .forEach(WorkspaceSettings::names)
          .means("how many files, directories and links it may hold");
  private static final Setting<Long> MIN_FREE_BYTES =
      Setting.of("reprise.workspaces.min-free-bytes", SettingType.number(0), "268435456")
          .means(
              "tools write no more if less than this would remain of a workspace's disk, which may"
                  + " be the database's too; 0 for no such minimum");
  private static final Setting<ProtectedNames> PROTECTED =
      Setting.optional(
              "reprise.workspaces.protected",
              new SettingType<>(
                  "list",
                  "names of files and directories, comma separated, or none",
                  names -> ProtectedNames.of(SettingType.list().reader().apply(names))))
          .otherwise("what runs unasked")
          .means(
              "names of files and directories, comma separated, that tools do not change in any"
                  + " workspace; `none` for those of version control alone, which are always"
                  + " protected");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "what-runs-work-with",
          DIRECTORIES,
          TENANTS,
          MAX_BYTES,
          MAX_FILES,
          MIN_FREE_BYTES,
          PROTECTED);
    }
  }

  private final Config config;
  private final Clock clock;

  @Inject
  WorkspaceSettings(Config config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /** Returns the configured entries; each must be {@code name=/absolute/path}. */
  List<String> entries() {
    return DIRECTORIES.find(config).orElse(List.of());
  }

  private static List<String> names(Config config) {
    return DIRECTORIES.find(config).orElse(List.of()).stream()
        .map(entry -> entry.split("=", 2)[0].strip())
        .toList();
  }

  /** Returns the tenants that may use a workspace. */
  TenantScope tenants(String name) {
    return TenantScope.of(config, TENANTS.of(name));
  }

  /**
   * Returns the terms of a workspace.
   *
   * @param root its real path
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  WorkspaceTerms terms(String name, Path root) {
    var limit =
        new DiskUsage(
            MAX_BYTES.of(name).find(config).orElse(Long.MAX_VALUE),
            MAX_FILES.of(name).find(config).orElse(Long.MAX_VALUE));
    ProtectedNames names = PROTECTED.find(config).orElse(ProtectedNames.DEFAULT);
    return new WorkspaceTerms(
        root, names, new DiskQuota(root, limit, MIN_FREE_BYTES.get(config), clock));
  }
}

package dev.reprise.tool.policy;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Cost;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/**
 * From which cost, and for how many items, a person is told or asked about a call.
 *
 * @param noticeFrom in USD, at least 0
 * @param askFrom in USD, at least {@code noticeFrom}
 * @param batchItems the most items that a call may be for without approval, at least 1
 */
public record CostLimits(BigDecimal noticeFrom, BigDecimal askFrom, int batchItems) {

  /** Told from 0.10 USD, asked from 0.50 USD or for more than 50 items. */
  public static final CostLimits DEFAULT =
      new CostLimits(new BigDecimal("0.10"), new BigDecimal("0.50"), 50);

  private static final String TENANT = "reprise.approvals.tenant.";

  private static final Setting<BigDecimal> NOTICE_FROM =
      Setting.of(
          "reprise.approvals.notice-from",
          SettingType.decimal("0"),
          "0.10",
          "from which expected cost, in USD, the server logs a call that it makes without approval");
  private static final Setting<BigDecimal> ASK_FROM =
      Setting.of(
          "reprise.approvals.ask-from",
          SettingType.decimal("0"),
          "0.50",
          "from which expected cost, in USD, a person is asked before the call; at least"
              + " `notice-from`");
  private static final Setting<Integer> BATCH_ITEMS =
      Setting.of(
          "reprise.approvals.batch-items",
          SettingType.integer(1),
          "50",
          "for how many items a call may be without approval: the longest array in its arguments");

  private static final Setting<BigDecimal> NOTICE_FROM_OF_TENANT =
      ofTenant("notice-from", SettingType.decimal("0"));
  private static final Setting<BigDecimal> ASK_FROM_OF_TENANT =
      ofTenant("ask-from", SettingType.decimal("0"));
  private static final Setting<Integer> BATCH_ITEMS_OF_TENANT =
      ofTenant("batch-items", SettingType.integer(1));

  private static <T> Setting<T> ofTenant(String name, SettingType<T> type) {
    return Setting.optional(TENANT + "<tenant>." + name, type, "the same for the runs of a tenant")
        .otherwise("`reprise.approvals.%s`".formatted(name))
        .ofTenants();
  }

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "approvals",
          NOTICE_FROM,
          ASK_FROM,
          BATCH_ITEMS,
          NOTICE_FROM_OF_TENANT,
          ASK_FROM_OF_TENANT,
          BATCH_ITEMS_OF_TENANT);
    }

    @Override
    public void check(Config config) {
      ofTenants(config, read(config));
    }
  }

  /** Who and how many must approve are other settings of tenants, which are read elsewhere. */
  private static final Set<String> NAMES =
      Set.of("notice-from", "ask-from", "batch-items", "quorum", "by-submitter");

  /**
   * @throws IllegalArgumentException if a limit is out of bounds; says what is allowed
   */
  public CostLimits {
    if (noticeFrom.signum() < 0 || askFrom.compareTo(noticeFrom) < 0) {
      throw new IllegalArgumentException(
          "notice-from must be at least 0 and ask-from at least that, not %s and %s"
              .formatted(noticeFrom, askFrom));
    }
    if (batchItems < 1) {
      throw new IllegalArgumentException("batch-items must be at least 1, not " + batchItems);
    }
  }

  static CostLimits read(Config config) {
    return checked(
        "reprise.approvals.*",
        () ->
            new CostLimits(NOTICE_FROM.get(config), ASK_FROM.get(config), BATCH_ITEMS.get(config)));
  }

  /** Returns the limits of the tenants that have some of their own. */
  static Map<String, CostLimits> ofTenants(Config config, CostLimits others) {
    return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
        .filter(name -> name.startsWith(TENANT))
        .map(CostLimits::tenant)
        .collect(Collectors.toSet())
        .stream()
        .collect(toUnmodifiableMap(tenant -> tenant, tenant -> read(config, tenant, others)));
  }

  private static String tenant(String property) {
    int end = property.lastIndexOf('.');
    if (end <= TENANT.length() || !NAMES.contains(property.substring(end + 1))) {
      throw new IllegalArgumentException(
          "the property '%s' must be %s<tenant>. and one of %s"
              .formatted(property, TENANT, NAMES.stream().sorted().toList()));
    }
    return property.substring(TENANT.length(), end);
  }

  private static CostLimits read(Config config, String tenant, CostLimits others) {
    return checked(
        "%s%s.*".formatted(TENANT, tenant),
        () ->
            new CostLimits(
                NOTICE_FROM_OF_TENANT.of(tenant).find(config).orElse(others.noticeFrom()),
                ASK_FROM_OF_TENANT.of(tenant).find(config).orElse(others.askFrom()),
                BATCH_ITEMS_OF_TENANT.of(tenant).find(config).orElse(others.batchItems())));
  }

  private static CostLimits checked(String properties, Supplier<CostLimits> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties %s: %s".formatted(properties, e.getMessage()), e);
    }
  }

  /** Returns what a cost means for a call. */
  Verdict verdict(ExpectedCost cost) {
    if (!cost.isComparable() || cost.amount().compareTo(askFrom) >= 0) {
      return Verdict.ASKED;
    }
    return cost.amount().compareTo(noticeFrom) < 0 ? Verdict.PASSED : Verdict.NOTICE;
  }

  /** Returns why a call of this cost needs approval, in words for a person. */
  String why(ExpectedCost cost) {
    return "It is expected to cost %s %s, and %s %s or more %s."
        .formatted(
            cost.amount().toPlainString(),
            cost.currency(),
            askFrom.toPlainString(),
            Cost.CURRENCY,
            cost.isComparable()
                ? "needs approval"
                : "needs approval, with which it cannot be compared");
  }
}

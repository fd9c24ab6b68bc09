package dev.reprise.cli.doctor;

import java.util.List;
import java.util.stream.Stream;

/**
 * What production needs besides a server that works. An error is dangerous: others can get in, read
 * logins, change records unseen, or spend without a limit. {@code src/docs/production.md} lists
 * them; tested by {@code ProductionPageTest}.
 */
final class ProductionChecks {

  static final Diagnosis.Checks ALL =
      new Diagnosis.Checks(
          List.of(
              SecurityChecks.CERTIFICATE, SecurityChecks.TEST_PROFILE, CapacityChecks.DESCRIPTORS),
          Stream.of(SecurityChecks.ALL, LimitChecks.ALL, CapacityChecks.ALL)
              .flatMap(List::stream)
              .toList());

  private ProductionChecks() {}
}

package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tool.CallProgress;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tool reports that its call did cost. */
class CallMeterTest {

  private final CallMeter meter = new CallMeter(CallProgress.UNHEARD);

  @Test
  void addsUpAllReports() {
    meter.cost(new BigDecimal("0.2"));
    meter.cost(new BigDecimal("0.0000001"));

    assertThat(meter.usd()).contains(new BigDecimal("0.200001"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1000001", "1E+2147483647"})
  void ignoresWhatNoCallCosts(String usd) {
    assertThat(meter.usd()).isEmpty();
    meter.cost(BigDecimal.TWO);

    meter.cost(new BigDecimal(usd));

    assertThat(meter.usd()).contains(BigDecimal.TWO);
  }

  @Test
  void passesReportsOn() {
    var outer = new CallMeter(CallProgress.UNHEARD);

    new CallMeter(outer).cost(BigDecimal.ONE);

    assertThat(outer.usd()).contains(BigDecimal.ONE);
  }
}

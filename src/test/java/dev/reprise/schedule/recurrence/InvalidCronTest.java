package dev.reprise.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cron expressions that are refused, and what is said about them. */
class InvalidCronTest {

  private static final String FIELDS =
      "a cron expression has 5 fields (minute, hour, day of month, month, day of week) or 6 (second"
          + " first), and ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          61 * * * *       | minute '61' of '61 * * * *' is not 0 to 59, a range (5-50) or steps (*/15, 5-50/5, 5/15)
          61 * * * * *     | second '61' of '61 * * * * *' is not 0 to 59, a range (5-50) or steps (*/15, 5-50/5, 5/15)
          0 24 * * *       | hour '24' of '0 24 * * *' is not 0 to 23, a range (8-18) or steps (*/6, 8-18/2, 8/2)
          0 0 0 * *        | day of month '0' of '0 0 0 * *' is not 1 to 31, a range (1-15), steps (*/2, 1-15/2, 5/7), L, L-3, 15W or LW; or all of it ?
          0 0 1 13 *       | month '13' of '0 0 1 13 *' is not 1 to 12, JAN to DEC, a range (1-6) or steps (*/3, 1-6/2, 2/3)
          0 0 * * 8        | day of week '8' of '0 0 * * 8' is not 0 to 7, SUN to SAT, a range (1-5), steps (*/2, 1-5/2, 1/2), 5L or MON#2; or all of it ?
          """)
  void saysWhatAFieldMustBe(String expression, String message) {
    assertRefused(expression, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          0 0 1 foo *      | month 'FOO' of '0 0 1 foo *' is not 1 to 12
          0 0 1 MON *      | month 'MON' of '0 0 1 MON *' is not 1 to 12
          0 0 * * JAN      | day of week 'JAN' of '0 0 * * JAN' is not 0 to 7
          0 0 * * MONDAY   | day of week 'MONDAY' of '0 0 * * MONDAY' is not 0 to 7
          0 0 * * L        | day of week 'L' of '0 0 * * L' is not 0 to 7
          0 0 * * 15W      | day of week '15W' of '0 0 * * 15W' is not 0 to 7
          0 L * * *        | hour 'L' of '0 L * * *' is not 0 to 23
          ? * * * *        | minute '?' of '? * * * *' is not 0 to 59
          0 0 ?,1 * *      | day of month '?' of '0 0 ?,1 * *' is not 1 to 31
          0 0 ?/2 * *      | day of month '?/2' of '0 0 ?/2 * *' is not 1 to 31
          -1 * * * *       | minute '-1' of '-1 * * * *' is not 0 to 59
          1, * * * *       | minute '' of '1, * * * *' is not 0 to 59
          1,,2 * * * *     | minute '' of '1,,2 * * * *' is not 0 to 59
          5-61 * * * *     | minute '5-61' of '5-61 * * * *' is not 0 to 59
          1-2-3 * * * *    | minute '1-2-3' of '1-2-3 * * * *' is not 0 to 59
          *-5 * * * *      | minute '*-5' of '*-5 * * * *' is not 0 to 59
          1.5 * * * *      | minute '1.5' of '1.5 * * * *' is not 0 to 59
          ٣ * * * *        | minute '٣' of '٣ * * * *' is not 0 to 59
          99999999999 * * * * | minute '99999999999' of '99999999999 * * * *' is not 0 to 59
          0 22-6 * * *     | hour '22-6' of '0 22-6 * * *' runs backwards; write two parts, 22-23,0-6
          0 0 * * 5-0      | day of week '5-0' of '0 0 * * 5-0' runs backwards; write two parts, 5-7,0-0
          0 0 * OCT-FEB *  | month 'OCT-FEB' of '0 0 * OCT-FEB *' runs backwards; write two parts, 10-12,1-2
          */0 * * * *      | minute '*/0' of '*/0 * * * *' has the step 0; a step is 1 to 59
          0 */24 * * *     | hour '*/24' of '0 */24 * * *' has the step 24; a step is 1 to 23
          */x * * * *      | minute '*/X' of '*/x * * * *' has the step X; a step is 1 to 59
          */ * * * *       | minute '*/' of '*/ * * * *' is not 0 to 59
          0 0 L-31 * *     | day of month 'L-31' of '0 0 L-31 * *' is not L-1 to L-30
          0 0 32W * *      | day of month '32W' of '0 0 32W * *' is not 1W to 31W
          0 0 * * MON#6    | day of week 'MON#6' of '0 0 * * MON#6' is not #1 to #5, the first to the fifth of a month
          0 0 * * FOO#1    | day of week 'FOO#1' of '0 0 * * FOO#1' is not 0 to 7
          0 0 30 2 *       | cron expression '0 0 30 2 *' never matches: no year has such a day
          0 0 31 4,6 ?     | cron expression '0 0 31 4,6 ?' never matches: no year has such a day
          """)
  void saysWhatIsWrongAndWhere(String expression, String message) {
    assertRefused(expression, message);
  }

  @Test
  void countsTheFields() {
    assertRefused("* * * *", FIELDS + "'* * * *' has 4");
    assertRefused("0 0 0 1 1 ? 2030", FIELDS + "'0 0 0 1 1 ? 2030' has 7");
    assertRefused("@daily", FIELDS + "'@daily' has 1");
    assertRefused(" ", FIELDS + "' ' has 0");
  }

  @Test
  void isBoundedInLength() {
    String longest = "1" + ",1".repeat(123) + " * * * *";

    assertThat(longest + " ").hasSize(256);
    assertThat(Recurrence.cron(longest + " ", "UTC")).isNotNull();
    assertRefused(longest + "  ", "a cron expression must have at most 256 characters, not 257");
  }

  @Property
  void parsesOrRefusesAnyText(
      @ForAll
          @Chars({'*', '/', ',', '-', '#', '?', 'L', 'W', ' ', 'M', 'O', 'N'})
          @CharRange(from = '0', to = '9')
          @StringLength(max = 20)
          String text) {
    for (String expression :
        new String[] {text, text + " * * * *", "* * " + text + " * *", "* * * * " + text}) {
      try {
        assertThat(Recurrence.cron(expression, "UTC")).isNotNull();
      } catch (InvalidRecurrenceException e) {
        assertThat(e.getMessage()).contains(expression);
      }
    }
  }

  private static void assertRefused(String expression, String message) {
    assertThatThrownBy(() -> Recurrence.cron(expression, "UTC"))
        .isInstanceOf(InvalidRecurrenceException.class)
        .hasMessageStartingWith(message);
  }
}

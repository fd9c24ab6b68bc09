package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharsetDetectorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          UTF-8        |              | ü
          ISO-8859-1   | ISO-8859-1   | ü
          UTF-8        | UTF-8        | <meta charset=latin1>ü
          windows-1252 |              | <meta charset="windows-1252">ü€
          Shift_JIS    |              | <meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">日本
          ISO-8859-1   |              | <?xml version="1.0" encoding='ISO-8859-1'?><a>ü</a>
          UTF-8        |              | <meta charset=utf-16>ü
          UTF-8        |              | <meta charset=nonsense>ü
          UTF-8        |              | <p>charset=latin1</p>ü
          """)
  void detectsTheCharset(String sent, String header, String text) {
    assertThat(
            CharsetDetector.decode(
                text.getBytes(Charset.forName(sent)),
                Optional.ofNullable(header).map(Charset::forName)))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"UTF-8", "UTF-16BE", "UTF-16LE"})
  void prefersAByteOrderMark(String charset) {
    assertThat(
            CharsetDetector.decode(
                "\ufeffü".getBytes(Charset.forName(charset)),
                Optional.of(StandardCharsets.ISO_8859_1)))
        .isEqualTo("ü");
  }

  @Test
  void replacesMalformedBytes() {
    assertThat(CharsetDetector.decode(new byte[] {'a', (byte) 0xff, 'b'}, Optional.empty()))
        .isEqualTo("a\ufffdb");
    assertThat(CharsetDetector.decode(new byte[0], Optional.empty())).isEmpty();
  }
}

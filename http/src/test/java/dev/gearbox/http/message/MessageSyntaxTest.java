package dev.gearbox.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpLimits;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of RFC 9112 by section: what each input is read as, whole and byte by byte. Escapes: $ is CR LF, | is LF, ! is CR, § is a control
 * character, _ is a space, ^ is a tab. Messages are separated by &, and "..." is an incomplete one.
 */
class MessageSyntaxTest {
    private static final HttpLimits LIMITS =
            HttpLimits.DEFAULT.withHead(60, 4, 150).withBody(20);

    private static String wire(String escaped) {
        return escaped.replace("$", "\r\n")
                .replace('|', '\n')
                .replace('!', '\r')
                .replace('§', '\u0001')
                .replace('_', ' ')
                .replace('^', '\t');
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "2.1~ GET / {Host=x}~ GET / HTTP/1.1$Host: x$$",
                "2.1~ ...~ GET / HTTP/1.1$Host: x$",
                "2.2~ GET / {}~ $GET / HTTP/1.1$$",
                "2.2~ HEAD_TOO_LARGE~ $$$$$$$$$$$",
                "2.2~ MALFORMED~ GET / HTTP/1.1|Host: x$$",
                "2.2~ MALFORMED~ GET / HTTP/1.1$Host: x|$",
                "2.2~ MALFORMED~ GET / HTTP/1.1$Host: x$|",
                "2.2~ MALFORMED~ |GET / HTTP/1.1$Host: x$$",
                "2.2~ MALFORMED~ GET / HTTP/1.1$Host: x!A: b$$",
                "2.2~ MALFORMED~ GET / HTTP/1.1$Host: x!!|$",
                "2.2~ MALFORMED~ GET / HTTP/1.1!Host: x$$",
                "2.2~ MALFORMED~ GET / HTTP/1.1$_$$",
                "2.2~ MALFORMED~ GET / HTTP/1.1$_A: b$$",
                "2.3~ MALFORMED~ GET / http/1.1$$",
                "2.3~ MALFORMED~ GET / HTTP/1.10$$",
                "2.3~ MALFORMED~ GET / HTTP/11.1$$",
                "2.3~ MALFORMED~ GET / HTTP/1,1$$",
                "2.3~ MALFORMED~ GET / HTTP/-1.1$$",
                "2.3~ UNSUPPORTED_VERSION~ GET / HTTP/2.0$$",
                "2.3~ UNSUPPORTED_VERSION~ GET / HTTP/0.9$$",
                "2.3~ GET / {}~ GET / HTTP/1.9$$",
                "3~ MALFORMED~ GET  / HTTP/1.1$$",
                "3~ MALFORMED~ GET /  HTTP/1.1$$",
                "3~ MALFORMED~ GET / HTTP/1.1_$$",
                "3~ MALFORMED~ GET^/ HTTP/1.1$$",
                "3~ MALFORMED~ _GET / HTTP/1.1$$",
                "3~ MALFORMED~ GET /$$",
                "3~ MALFORMED~ GET HTTP/1.1$$",
                "3~ MALFORMED~ GET$$",
                "3.1~ MALFORMED~ G(T / HTTP/1.1$$",
                "3.1~ get / {}~ get / HTTP/1.1$$",
                "3.1~ A-B.c* / {}~ A-B.c* / HTTP/1.1$$",
                "3.2~ MALFORMED~ GET /a b HTTP/1.1$$",
                "3.2~ MALFORMED~ GET /é HTTP/1.1$$",
                "3.2~ MALFORMED~ GET /§ HTTP/1.1$$",
                "3~ START_LINE_TOO_LONG~ GET /3456789012345678901234567890123456789012345678901234567890",
                "5~ GET / {A=b,C=d e}~ GET / HTTP/1.1$A:b$C:_^d e^_$$",
                "5~ GET / {A=,B=:}~ GET / HTTP/1.1$A:$B: :$$",
                "5~ GET / {A=é}~ GET / HTTP/1.1$A: é$$",
                "5~ MALFORMED~ GET / HTTP/1.1$A$$",
                "5~ MALFORMED~ GET / HTTP/1.1$: b$$",
                "5~ MALFORMED~ GET / HTTP/1.1$A(: b$$",
                "5~ MALFORMED~ GET / HTTP/1.1$é: b$$",
                "5~ MALFORMED~ GET / HTTP/1.1$A: §$$",
                "5~ HEAD_TOO_LARGE~ GET / HTTP/1.1$A:$B:$C:$D:$E:$$",
                "5~ HEAD_TOO_LARGE~ GET / HTTP/1.1$A: 456789012345678901234567890123456789012345678901234567890$$",
                "5~ HEAD_TOO_LARGE~ GET / HTTP/1.1$A: 4567890123456789012345678901234567890123456789$B: 4567890123456789012345678901234567890123456789$C: 45678901234567890123456789012345678901$$",
                "5.1~ MALFORMED~ GET / HTTP/1.1$A : b$$",
                "5.1~ MALFORMED~ GET / HTTP/1.1$A^: b$$",
                "5.1~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding : chunked$$",
                "5.2~ MALFORMED~ GET / HTTP/1.1$A: b$_c$$",
                "5.2~ MALFORMED~ GET / HTTP/1.1$A: b$^c$$",
                "6.1~ POST / {Transfer-Encoding=chunked} abc~ POST / HTTP/1.1$Transfer-Encoding: chunked$$3$abc$0$$",
                "6.1~ POST / {transfer-encoding=CHUNKED}~ POST / HTTP/1.1$transfer-encoding: CHUNKED$$0$$",
                "6.1~ POST / {Transfer-Encoding=, chunked ,}~ POST / HTTP/1.1$Transfer-Encoding: , chunked ,$$0$$",
                "6.1~ UNKNOWN_CODING~ POST / HTTP/1.1$Transfer-Encoding: gzip, chunked$$0$$",
                "6.1~ UNKNOWN_CODING~ POST / HTTP/1.1$Transfer-Encoding: chunked, gzip$$0$$",
                "6.1~ UNKNOWN_CODING~ POST / HTTP/1.1$Transfer-Encoding: identity$$",
                "6.1~ UNKNOWN_CODING~ POST / HTTP/1.1$Transfer-Encoding: xchunked$$",
                "6.1~ UNKNOWN_CODING~ POST / HTTP/1.1$Transfer-Encoding: chunked;q=1$$",
                "6.1~ UNKNOWN_CODING~ POST / HTTP/1.1$Transfer-Encoding: chunked$Transfer-Encoding: gzip$$",
                "6.1~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding: chunked, chunked$$0$$",
                "6.1~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding: chunked$Transfer-Encoding: chunked$$0$$",
                "6.1~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding:$$",
                "6.1~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding: §chunked$$",
                "6.1~ MALFORMED~ POST / HTTP/1.0$Transfer-Encoding: chunked$$0$$",
                "6.2~ POST / {Content-Length=3} abc & GET / {}~ POST / HTTP/1.1$Content-Length: 3$$abcGET / HTTP/1.1$$",
                "6.2~ POST / {Content-Length=003} abc~ POST / HTTP/1.1$Content-Length: 003$$abc",
                "6.2~ POST / {Content-Length=0} & GET / {}~ POST / HTTP/1.1$Content-Length: 0$$GET / HTTP/1.1$$",
                "6.2~ ...~ POST / HTTP/1.1$Content-Length: 3$$ab",
                "6.2~ BODY_TOO_LARGE~ POST / HTTP/1.1$Content-Length: 21$$",
                "6.2~ BODY_TOO_LARGE~ POST / HTTP/1.1$Content-Length: 9223372036854775807$$",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 9223372036854775808$$",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 18446744073709551619$$abc",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 3$Content-Length: 3$$abc",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 3, 3$$abc",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 3 3$$abc",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 0x3$$abc",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Content-Length: 3$Transfer-Encoding: chunked$$0$$",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding: chunked$Content-Length: 3$$0$$",
                "6.3~ MALFORMED~ POST / HTTP/1.1$Transfer-Encoding: gzip$Content-Length: 3$$abc",
                "6.3~ GET / {} & X / {}~ GET / HTTP/1.1$$X / HTTP/1.1$$",
                "9.3~ GET / {Connection=close} closes~ GET / HTTP/1.1$Connection: close$$",
                "9.3~ GET / {Connection=a, Close} closes~ GET / HTTP/1.1$Connection: a, Close$$",
                "9.3~ GET / {Connection=a,connection=close} closes~ GET / HTTP/1.1$Connection: a$connection: close$$",
                "9.3~ GET / {Connection=closed}~ GET / HTTP/1.1$Connection: closed$$",
                "9.3~ GET / {} closes~ GET / HTTP/1.0$$",
                "9.3~ GET / {Connection=Keep-Alive}~ GET / HTTP/1.0$Connection: Keep-Alive$$",
                "9.3~ GET / {Connection=keep-alive, close} closes~ GET / HTTP/1.0$Connection: keep-alive, close$$"
            })
    void requests(String section, String expected, String input) {
        check(expected, wire(input), false);
    }

    /** Each is the body of a chunked request. */
    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "7.1~ abcd~ 3$abc$1$d$0$$",
                "7.1~ abcdefghij~ 00A$abcdefghij$000$$",
                "7.1~ abcdefghij~ a$abcdefghij$0$$",
                "7.1~ ...~ 3$ab",
                "7.1~ ...~ 3$abc$0$",
                "7.1~ MALFORMED~ $abc",
                "7.1~ MALFORMED~ g$abc$0$$",
                "7.1~ MALFORMED~ 0x3$abc$0$$",
                "7.1~ MALFORMED~ +3$abc$0$$",
                "7.1~ MALFORMED~ -0$$",
                "7.1~ MALFORMED~ _3$abc$0$$",
                "7.1~ MALFORMED~ 3_$abc$0$$",
                "7.1~ MALFORMED~ 3 3$abc$0$$",
                "7.1~ MALFORMED~ 3,3$abc$0$$",
                "7.1~ MALFORMED~ é$abc$0$$",
                "7.1~ MALFORMED~ 8000000000000000$",
                "7.1~ MALFORMED~ 10000000000000003$abc$0$$",
                "7.1~ BODY_TOO_LARGE~ 7fffffffffffffff$",
                "7.1~ BODY_TOO_LARGE~ 15$",
                "7.1~ BODY_TOO_LARGE~ a$abcdefghij$b$",
                "7.1~ MALFORMED~ 3|abc$0$$",
                "7.1~ MALFORMED~ 3!abc$0$$",
                "7.1~ MALFORMED~ 3$abc|0$$",
                "7.1~ MALFORMED~ 3$abc!0$$",
                "7.1~ MALFORMED~ 3$abcd",
                "7.1~ MALFORMED~ 3$abc0$$",
                "7.1~ MALFORMED~ 3$ab$0$$",
                "7.1~ FRAMING_TOO_LARGE~ 000000000000000000000000000000000000000000000000000000000000000003$",
                "7.1.1~ abc~ 3;a$abc$0;b=c$$",
                "7.1.1~ abc~ 3 ; a = b ;c=\"d;\\\"e\"^;f$abc$0$$",
                "7.1.1~ MALFORMED~ 3;$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a=$abc$0$$",
                "7.1.1~ MALFORMED~ 3;=b$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a b$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a=\"b$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a=\"b\\$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a=\"b\"c$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a_$abc$0$$",
                "7.1.1~ MALFORMED~ 3;a|abc$0$$",
                "7.1.1~ MALFORMED~ 3;a=§$abc$0$$",
                "7.1.2~ a~ 1$a$0$A: b$$",
                "7.1.2~ MALFORMED~ 1$a$0$A$$",
                "7.1.2~ MALFORMED~ 1$a$0$A : b$$",
                "7.1.2~ MALFORMED~ 1$a$0$A: b$_c$$",
                "7.1.2~ MALFORMED~ 1$a$0$A: b|$",
                "7.1.2~ MALFORMED~ 1$a$0$|",
                "7.1.2~ FRAMING_TOO_LARGE~ 1$a$0$A:$B:$C:$D:$E:$$"
            })
    void chunks(String section, String expected, String input) {
        String head = "X / {Transfer-Encoding=chunked} ";
        boolean complete = !expected.equals(expected.toUpperCase(java.util.Locale.ROOT));
        check(complete ? head + expected : expected, wire("X / HTTP/1.1$Transfer-Encoding: chunked$$" + input), false);
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "2.2~ 200 {A=b,Content-Length=3} abc~ HTTP/1.1 200 OK|A: b|Content-Length: 3||abc",
                "2.2~ MALFORMED~ HTTP/1.1 200 OK$A: b!c$$",
                "2.3~ UNSUPPORTED_VERSION~ HTTP/2.0 200 OK$$",
                "4~ 200 {Content-Length=0}~ HTTP/1.1 200$Content-Length: 0$$",
                "4~ 200 {Content-Length=0}~ HTTP/1.1 200_$Content-Length: 0$$",
                "4~ 200 {Content-Length=0}~ HTTP/1.1 200 é^$Content-Length: 0$$",
                "4~ MALFORMED~ HTTP/1.1  200 OK$$",
                "4~ MALFORMED~ HTTP/1.1 20 OK$$",
                "4~ MALFORMED~ HTTP/1.1 2000 OK$$",
                "4~ MALFORMED~ HTTP/1.1 2O0 OK$$",
                "4~ MALFORMED~ HTTP/1.1 -20 OK$$",
                "4~ MALFORMED~ HTTP/1.1$$",
                "4~ MALFORMED~ ICY 200 OK$$",
                "4~ MALFORMED~ _HTTP/1.1 200 OK$$",
                "5.2~ 200 {A=b c d,Content-Length=0}~ HTTP/1.1 200 OK$A: b_$_^c$_d_$Content-Length: 0$$",
                "5.2~ MALFORMED~ HTTP/1.1 200 OK$_A: b$$",
                "5.2~ HEAD_TOO_LARGE~ HTTP/1.1 200 OK$A: 4567890123456789012345678901$_234567890123456789012345678901234567$$",
                "6.3~ 200 {} closes abc~ HTTP/1.0 200 OK$$abc",
                "6.3~ 200 {} abc~ HTTP/1.1 200 OK$$abc",
                "6.3~ BODY_TOO_LARGE~ HTTP/1.1 200 OK$$abcdefghijklmnopqrstu",
                "6.3~ 200 {Content-Length=1} a & 201 {Content-Length=1} b~ HTTP/1.1 200 OK$Content-Length: 1$$aHTTP/1.1 201 OK$Content-Length: 1$$b",
                "7.1~ 200 {Transfer-Encoding=chunked} abc~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$3___$abc$0_$$",
                "7.1~ MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$___$abc$0$$",
                "7.1~ MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$3|abc$0$$"
            })
    void responses(String section, String expected, String input) {
        check(expected, wire(input), true);
    }

    private static void check(String expected, String input, boolean responses) {
        for (int largest : new int[] {input.length(), 1, 2, 3, 10}) {
            SplittableRandom random = new SplittableRandom(largest);
            Transcript read = responses
                    ? Transcript.ofResponses(input, LIMITS, largest, random)
                    : Transcript.ofRequests(input, LIMITS, largest, random);
            assertThat(read).as("in pieces of at most " + largest).hasToString(expected);
        }
    }
}

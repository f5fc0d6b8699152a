package dev.gearbox.protocols.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read as a header, whom it is believed, and what the session sees; the peer is 127.0.0.1:2. */
class ProxyProtocolTest {
    private static final byte[] SIGNATURE = {'\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'};
    private static final List<Subnet> LOOPBACK = List.of(Subnet.parse("127.0.0.0/8"), Subnet.parse("::1/128"));

    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<Connection> opened = new ArrayList<>();
    private final StringBuilder received = new StringBuilder();

    private final ProxyProtocol server = ProxyProtocol.of(LOOPBACK, this::open);

    private Session open(Connection connection) {
        opened.add(connection);
        return in -> received.append(StandardCharsets.ISO_8859_1.decode(in));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns what the session sees, or how the connection ends; the same however the bytes are split. */
    private String outcome(ProxyProtocol protocol, byte[] input) {
        String whole = outcome(protocol, input, input.length);
        for (int piece = 1; piece < Math.min(input.length, 40); piece++) {
            assertThat(outcome(protocol, input, piece))
                    .as("in pieces of %s", piece)
                    .isEqualTo(whole);
        }
        return whole;
    }

    private String outcome(ProxyProtocol protocol, byte[] input, int piece) {
        opened.clear();
        received.setLength(0);
        try (CapturedLog log = new CapturedLog()) {
            InMemoryConnection connection = engine.open(protocol);
            for (int at = 0; at < input.length && !connection.closed(); at += piece) {
                connection.feed(input, at, Math.min(piece, input.length - at));
            }
            if (connection.closed()) {
                assertThat(connection.aborted()).isTrue();
                assertThat(opened).isEmpty();
                return log.text();
            }
        }
        return opened.isEmpty()
                ? "waits"
                : opened.getFirst().remoteAddress() + " to " + opened.getFirst().localAddress() + ": " + received;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324 443$hello|/192.0.2.1:56324 to /198.51.100.2:443: hello",
                "PROXY TCP4 255.255.255.255 0.0.0.0 65535 0$x|/255.255.255.255:65535 to /0.0.0.0:0: x",
                "PROXY TCP6 2001:db8::1 2001:db8::2 1 2$x|/[2001:db8:0:0:0:0:0:1]:1 to /[2001:db8:0:0:0:0:0:2]:2: x",
                "PROXY UNKNOWN$x|localhost/127.0.0.1:2 to localhost/127.0.0.1:1: x",
                "PROXY UNKNOWN ffff::1 ffff::2 1 2 whatever$x|localhost/127.0.0.1:2 to localhost/127.0.0.1:1: x",
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324 443$PROXY|/192.0.2.1:56324 to /198.51.100.2:443: PROXY",
                "PROX|waits",
                "PROXY TCP4 192.0.2.1|waits"
            })
    void textHeaders(String input, String outcome) {
        assertThat(outcome(server, bytes(input.replace("$", "\r\n")))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET / HTTP/1.1$|no PROXY header",
                "PROXZ|no PROXY header",
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324$|a line of 5 parts",
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324 443 1$|a line of 7 parts",
                "PROXY TCP5 192.0.2.1 198.51.100.2 56324 443$|a line of 6 parts",
                "PROXY  TCP4 192.0.2.1 198.51.100.2 56324 443$|a line of 7 parts",
                "PROXY TCP4 192.0.2.256 198.51.100.2 56324 443$|an address that is none",
                "PROXY TCP4 192.0.2 198.51.100.2 56324 443$|an address that is none",
                "PROXY TCP4 192.0.2.01 198.51.100.2 56324 443$|an address that is none",
                "PROXY TCP4 host 198.51.100.2 56324 443$|an address that is none",
                "PROXY TCP4 ::1 ::2 56324 443$|an address that is none",
                "PROXY TCP6 192.0.2.1 198.51.100.2 56324 443$|an address that is none",
                "PROXY TCP6 1::2::3 ::1 56324 443$|an address that is none",
                "PROXY TCP6 ::1%lo ::1 56324 443$|an address that is none",
                "PROXY TCP4 192.0.2.1 198.51.100.2 65536 443$|an address that is none",
                "PROXY TCP4 192.0.2.1 198.51.100.2 -1 443$|an address that is none",
                "PROXY TCP4 192.0.2.1 198.51.100.2 01 443$|an address that is none",
                "PROXY TCP4 192.0.2.1 198.51.100.2 1 443~|does not end with CR LF"
            })
    void textsThatAreNone(String input, String why) {
        assertThat(outcome(server, bytes(input.replace("$", "\r\n").replace("~", "\n"))))
                .contains("127.0.0.1:2 is refused: ")
                .contains(why);
    }

    @Test
    void aTextHeaderHasAtMost107Bytes() {
        String longest = "PROXY UNKNOWN " + "x".repeat(107 - 16) + "\r\n";
        assertThat(outcome(server, bytes(longest + "!"))).endsWith(": !");
        assertThat(outcome(server, bytes("PROXY UNKNOWN " + "x".repeat(200))))
                .contains("the PROXY header has more than 107 bytes");
    }

    private static byte[] binary(int command, int family, byte[]... parts) {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            rest.writeBytes(part);
        }
        return ByteBuffer.allocate(16 + rest.size())
                .put(SIGNATURE)
                .put((byte) command)
                .put((byte) family)
                .putShort((short) rest.size())
                .put(rest.toByteArray())
                .array();
    }

    private static byte[] addresses(String source, String destination) {
        byte[] from = InetAddress.ofLiteral(source).getAddress();
        byte[] to = InetAddress.ofLiteral(destination).getAddress();
        return ByteBuffer.allocate(2 * from.length + 4)
                .put(from)
                .put(to)
                .putShort((short) 56_324)
                .putShort((short) 443)
                .array();
    }

    private static byte[] value(int type, byte... content) {
        return ByteBuffer.allocate(3 + content.length)
                .put((byte) type)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    private static byte[] with(byte[] header, String rest) {
        return ByteBuffer.allocate(header.length + rest.length())
                .put(header)
                .put(bytes(rest))
                .array();
    }

    @Test
    void binaryHeaders() {
        byte[] four = binary(0x21, 0x11, addresses("192.0.2.1", "198.51.100.2"));
        assertThat(outcome(server, with(four, "hello"))).isEqualTo("/192.0.2.1:56324 to /198.51.100.2:443: hello");
        byte[] six = binary(0x21, 0x21, addresses("2001:db8::1", "2001:db8::2"), value(0x04), value(0x30, (byte) 1));
        assertThat(outcome(server, with(six, "hello")))
                .isEqualTo("/[2001:db8:0:0:0:0:0:1]:56324 to /[2001:db8:0:0:0:0:0:2]:443: hello");
        String own = "localhost/127.0.0.1:2 to localhost/127.0.0.1:1: x";
        assertThat(outcome(server, with(binary(0x20, 0, new byte[5]), "x"))).isEqualTo(own);
        assertThat(outcome(server, with(binary(0x21, 0), "x"))).isEqualTo(own);
    }

    @Test
    void binariesThatAreNone() {
        byte[] addresses = addresses("192.0.2.1", "198.51.100.2");
        assertThat(outcome(server, binary(0x11, 0x11, addresses))).contains("unknown version");
        assertThat(outcome(server, binary(0x22, 0x11, addresses))).contains("unknown command");
        assertThat(outcome(server, binary(0x21, 0x12, addresses))).contains("not of a TCP connection");
        assertThat(outcome(server, binary(0x21, 0x31, new byte[216]))).contains("not of a TCP connection");
        assertThat(outcome(server, binary(0x21, 0x11, new byte[11]))).contains("too short");
        assertThat(outcome(server, binary(0x21, 0x21, addresses))).contains("too short");
        assertThat(outcome(server, binary(0x21, 0x11, addresses, new byte[2]))).contains("ends within a value");
        assertThat(outcome(server, binary(0x21, 0x11, addresses, new byte[] {4, 0, 9, 1})))
                .contains("ends within a value");
        assertThat(outcome(server, binary(0x21, 0x11, new byte[5_000]))).contains("more than 4096 bytes");
        byte[] otherEnd = SIGNATURE.clone();
        otherEnd[11] = '\r';
        assertThat(outcome(server, otherEnd)).contains("no PROXY header");
    }

    @Test
    void aCheckSumIsChecked() {
        byte[] header = binary(0x21, 0x11, addresses("192.0.2.1", "198.51.100.2"), value(3, new byte[4]));
        assertThat(outcome(server, header)).contains("check sum of the PROXY header is wrong");
        CRC32C sum = new CRC32C();
        sum.update(header);
        ByteBuffer.wrap(header).putInt(header.length - 4, (int) sum.getValue());
        assertThat(outcome(server, with(header, "x"))).isEqualTo("/192.0.2.1:56324 to /198.51.100.2:443: x");
        assertThat(outcome(server, binary(0x21, 0x11, addresses("192.0.2.1", "198.51.100.2"), value(3, new byte[3]))))
                .contains("check sum");
    }

    @Test
    void oneVersionOnly() {
        byte[] text = bytes("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\nx");
        byte[] binary = with(binary(0x21, 0x11, addresses("192.0.2.1", "198.51.100.2")), "x");
        assertThat(outcome(server.onlyText(), binary)).contains("no PROXY header");
        assertThat(outcome(server.onlyBinary(), text)).contains("no PROXY header");
        assertThat(outcome(server.onlyText(), text)).endsWith(": x");
        assertThat(outcome(server.onlyBinary(), binary)).endsWith(": x");
    }

    @Test
    void headersFromElsewhereAreNotBelieved() {
        byte[] text = bytes("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\nx");
        ProxyProtocol other = ProxyProtocol.of(List.of(Subnet.parse("10.0.0.0/8")), this::open);
        assertThat(outcome(other, text)).contains("127.0.0.1:2 is refused: it is not in a trusted network");
        assertThat(outcome(other.acceptingOthers(), bytes("x")))
                .isEqualTo("localhost/127.0.0.1:2 to localhost/127.0.0.1:1: x");
        assertThat(outcome(other.acceptingOthers(), text))
                .contains("127.0.0.1:2")
                .contains("PROXY TCP4");
    }

    @Test
    void theProxyIsAnAttribute() {
        outcome(server, bytes("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\nx"), 100);
        assertThat(opened.getFirst().attribute(ProxyProtocol.PROXY))
                .hasValueSatisfying(address -> assertThat(address.getPort()).isEqualTo(2));
    }

    @Test
    void aHeaderThatDoesNotComeInTime() {
        try (CapturedLog log = new CapturedLog()) {
            InMemoryConnection connection = engine.open(server.withPatience(Duration.ofSeconds(3)));
            connection.feed(bytes("PROXY"), 0, 5);
            connection.elapse(Duration.ofSeconds(2).toNanos());
            assertThat(connection.closed()).isFalse();
            connection.elapse(Duration.ofSeconds(2).toNanos());
            assertThat(connection.aborted()).isTrue();
            assertThat(log.text()).contains("no PROXY header within PT3S");
        }
    }

    @Test
    void anEndWithinTheHeader() {
        try (CapturedLog log = new CapturedLog()) {
            InMemoryConnection connection = engine.open(server);
            connection.feed(bytes("PROXY"), 0, 5);
            connection.end();
            assertThat(connection.closed()).isTrue();
            assertThat(log.text()).contains("it ended before its PROXY header was complete");
        }
    }

    /** What follows the header waits for a session that does not want it yet. */
    @Test
    void aSessionThatPausesAtOnce() {
        ProxyProtocol pausing = ProxyProtocol.of(LOOPBACK, connection -> {
            connection.pause();
            return open(connection);
        });
        InMemoryConnection connection = engine.open(pausing);
        byte[] input = bytes("PROXY UNKNOWN\r\nhello");
        connection.feed(input, 0, input.length);
        assertThat(received).isEmpty();
        opened.getFirst().execute(opened.getFirst()::resume);
        connection.step();
        assertThat(received).hasToString("hello");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.255.0.1,true",
        "10.0.0.0/8,11.0.0.1,false",
        "192.168.4.0/22,192.168.7.255,true",
        "192.168.4.0/22,192.168.8.0,false",
        "0.0.0.0/0,1.2.3.4,true",
        "0.0.0.0/0,::1,false",
        "10.1.2.3,10.1.2.3,true",
        "10.1.2.3,10.1.2.4,false",
        "fd00::/8,fdff::1,true",
        "fd00::/9,fd80::1,false"
    })
    void networks(String network, String address, boolean contained) {
        assertThat(Subnet.parse(network).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::1/129"})
    void textsThatAreNoNetwork(String text) {
        assertThatThrownBy(() -> Subnet.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

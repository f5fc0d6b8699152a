package dev.gearbox.testkit.sockets;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.CollectingSession;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import dev.gearbox.testkit.fixture.Shifts;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** Servers and clients on Unix-domain sockets, and the files that these leave behind. */
public final class UnixSocketBehaviours {
    private static final Protocol ECHO = connection -> connection::write;
    private static final int MANY = 60;

    private UnixSocketBehaviours() {}

    /** Returns all of them. */
    public static List<Behaviour> all() {
        return List.of(
                needing("a server on a Unix-domain socket", UnixSocketBehaviours::server),
                needing("a client of a Unix-domain socket", UnixSocketBehaviours::client),
                needing("many connections on a Unix-domain socket", UnixSocketBehaviours::many),
                needing("the file of a Unix-domain socket", UnixSocketBehaviours::file),
                needing("paths that cannot be used", UnixSocketBehaviours::unusable));
    }

    /** Returns the one about a shift to another engine. */
    public static Behaviour shift() {
        return needing("a shift of a connection on a Unix-domain socket", UnixSocketBehaviours::shift);
    }

    private static Behaviour needing(String name, Behaviour.Body body) {
        return Behaviour.needing(Capability.UNIX_SOCKETS, name, body);
    }

    /** A folder with a short name: a path may have 107 bytes. */
    private record Folder(Path path) implements AutoCloseable {
        static Folder create() throws IOException {
            return new Folder(Files.createTempDirectory("unix"));
        }

        UnixDomainSocketAddress socket() {
            return UnixDomainSocketAddress.of(path.resolve("socket"));
        }

        @Override
        public void close() throws IOException {
            try (Stream<Path> left = Files.list(path)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(path);
        }
    }

    /** Closed with the fixture, at the latest. */
    private static Listener listen(EngineFixture fixture, SocketAddress address, Protocol protocol) throws IOException {
        Listener listener = fixture.engine().listen(address, fixture.watched(protocol), EngineFixture.OPTIONS);
        fixture.closing(listener::close);
        return listener;
    }

    /** The peer reads late, and ends its side before. */
    private static void server(EngineFixture fixture) throws Exception {
        byte[] sent = fixture.bytes(3 << 20);
        try (Folder folder = Folder.create()) {
            ScriptedProtocol echo = Shifts.echo();
            Listener listener = listen(fixture, folder.socket(), echo);
            Assert.equal(folder.socket(), listener.address(), "the listener's address");
            try (SocketChannel peer = SocketChannel.open(folder.socket())) {
                Connection connection = echo.connection();
                Assert.equal(folder.socket(), connection.localAddress(), "the connection's own address");
                Assert.equal(UnixDomainSocketAddress.of(""), connection.remoteAddress(), "the address of a client");
                FutureTask<Void> sending = fixture.start(() -> {
                    write(peer, sent);
                    peer.shutdownOutput();
                    return null;
                });
                Assert.equal(sent, read(peer), "the echo");
                fixture.finish(sending);
            }
            Assert.that(echo.cause() == null, "it ends without a failure");
        }
    }

    private static void write(SocketChannel to, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            to.write(rest);
        }
    }

    /** Returns all bytes until the end. */
    private static byte[] read(SocketChannel from) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(4 << 20);
        int count = 0;
        while (count >= 0) {
            count = from.read(all);
        }
        byte[] bytes = new byte[all.position()];
        all.get(0, bytes);
        return bytes;
    }

    /** The server is the JDK's. */
    private static void client(EngineFixture fixture) throws Exception {
        byte[] sent = fixture.bytes(300_000);
        try (Folder folder = Folder.create();
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(folder.socket());
            FutureTask<byte[]> serving = fixture.start(() -> {
                try (SocketChannel accepted = server.accept()) {
                    byte[] received = read(accepted);
                    write(accepted, received);
                    return received;
                }
            });
            CompletableFuture<byte[]> all = new CompletableFuture<>();
            Protocol sender = connection -> {
                connection.write(ByteBuffer.wrap(sent));
                connection.end();
                return new CollectingSession(all);
            };
            Connection connection = Conditions.await(
                    "the connection",
                    fixture.engine().connect(folder.socket(), fixture.watched(sender), EngineFixture.OPTIONS));
            Assert.equal(folder.socket(), connection.remoteAddress(), "the peer's address");
            Assert.equal(sent, fixture.finish(serving), "what the server received");
            Assert.equal(sent, Conditions.await("the echo", all), "the echo");
        }
    }

    /** More than the engine has loops, and at once. */
    private static void many(EngineFixture fixture) throws Exception {
        try (Folder folder = Folder.create()) {
            Listener listener = listen(fixture, folder.socket(), ECHO);
            int open = fixture.card().capabilities().contains(Capability.UNBOUNDED) ? MANY : 1;
            List<SocketChannel> peers = new ArrayList<>();
            for (int index = 0; index < open; index++) {
                SocketChannel peer = fixture.closing(SocketChannel.open(folder.socket()));
                write(peer, new byte[] {(byte) index});
                peers.add(peer);
            }
            for (int index = 0; index < open; index++) {
                ByteBuffer one = ByteBuffer.allocate(1);
                peers.get(index).read(one);
                Assert.equal((byte) index, one.get(0), "echo to peer " + index);
            }
            Assert.equal(open, listener.connections().count(), "connections of the listener");
            for (SocketChannel peer : peers) {
                peer.close();
            }
            Conditions.await(
                    "all have ended", () -> listener.connections().findAny().isEmpty());
        }
    }

    /** It is there while the listener is open, and a file that has taken its place stays. */
    private static void file(EngineFixture fixture) throws Exception {
        try (Folder folder = Folder.create()) {
            Path path = folder.socket().getPath();
            Listener first = listen(fixture, folder.socket(), ECHO);
            Assert.that(Files.exists(path), "the file exists");
            named(BindException.class, path, refusal(fixture.engine(), folder.socket()), "listen on it again");
            Assert.that(Files.exists(path), "the file still exists");
            first.close();
            Assert.that(Files.notExists(path), "the file is gone");
            Listener second = listen(fixture, folder.socket(), ECHO);
            Files.delete(path);
            Files.writeString(path, "another one's");
            second.close();
            Assert.equal("another one's", Files.readString(path), "the other file");
            named(BindException.class, path, refusal(fixture.engine(), folder.socket()), "listen on a file");
            named(ConnectException.class, path, failure(fixture, folder.socket()), "connect to a file");
        }
    }

    private static void unusable(EngineFixture fixture) throws Exception {
        try (Folder folder = Folder.create()) {
            Path longest = Path.of(folder.path() + "/"
                    + "n".repeat(105 - folder.path().toString().length()));
            listen(fixture, UnixDomainSocketAddress.of(longest), ECHO).close();
            Path tooLong = Path.of(longest + "n");
            named(
                    BindException.class,
                    tooLong,
                    refusal(fixture.engine(), UnixDomainSocketAddress.of(tooLong)),
                    "listen");
            named(ConnectException.class, tooLong, failure(fixture, UnixDomainSocketAddress.of(tooLong)), "connect");
            Path missing = folder.path().resolve("missing");
            UnixDomainSocketAddress below = UnixDomainSocketAddress.of(missing.resolve("socket"));
            named(BindException.class, missing, refusal(fixture.engine(), below), "listen in a missing folder");
            named(ConnectException.class, missing, failure(fixture, below), "connect to a missing file");
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(folder.socket());
            }
            Path left = folder.socket().getPath();
            named(ConnectException.class, left, failure(fixture, folder.socket()), "connect to a server that is gone");
        }
    }

    private static Throwable refusal(Engine engine, SocketAddress address) {
        try {
            engine.listen(address, ECHO, EngineFixture.OPTIONS).close();
            return new AssertionError("it listens");
        } catch (IOException refused) {
            return refused;
        }
    }

    private static Throwable failure(EngineFixture fixture, SocketAddress address) throws InterruptedException {
        CompletionStage<Connection> connecting =
                fixture.engine().connect(address, fixture.watched(ECHO), EngineFixture.OPTIONS);
        try {
            Conditions.await("an answer", connecting);
            return new AssertionError("it is connected");
        } catch (ExecutionException failed) {
            return Objects.requireNonNullElse(failed.getCause(), failed);
        }
    }

    private static void named(Class<? extends Throwable> type, Path path, Throwable failure, String what) {
        Assert.instance(type, failure, what);
        Assert.that(
                String.valueOf(failure.getMessage()).contains(path.toString()),
                "it does not name the path: " + failure);
    }

    /** To another engine and back: each is done, or refused, and the connection goes on either way. */
    private static void shift(EngineFixture fixture) throws Exception {
        try (Folder folder = Folder.create()) {
            ScriptedProtocol echo = Shifts.echo();
            listen(fixture, folder.socket(), echo);
            try (SocketChannel peer = SocketChannel.open(folder.socket())) {
                echo(peer, fixture.bytes(1_000));
                for (Engine to : List.of(fixture.target(), fixture.engine(), fixture.target(), fixture.engine())) {
                    Shifts.failure(echo.connection().shiftTo(to));
                    echo(peer, fixture.bytes(100_000));
                }
            }
            Assert.that(echo.cause() == null, "it ends without a failure");
        }
    }

    private static void echo(SocketChannel peer, byte[] bytes) throws IOException {
        FutureTask<Void> writing = new FutureTask<>(() -> {
            write(peer, bytes);
            return null;
        });
        Thread.ofPlatform().daemon().start(writing);
        ByteBuffer back = ByteBuffer.allocate(bytes.length);
        while (back.hasRemaining()) {
            if (peer.read(back) < 0) {
                throw new IOException("the connection ended after " + back.position() + " bytes");
            }
        }
        Assert.equal(bytes, back.array(), "the echo");
    }
}

package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * A Unix domain socket on which a server takes requests from its own user only: the file is closed to others, and the system is
 * asked for the user of each client. Each client sends one {@link ControlRequest} and receives {@link ControlAnswer}s. Clients are served by
 * threads of their own, never by those of an engine: a client that sends nothing, or does not read, occupies its thread until the
 * time limit. At most {@link #CLIENTS} are served at once; others wait.
 */
final class ControlSocket implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final int CLIENTS = 16;
    /** Pause after a failed accept, usually for lack of descriptors. */
    private static final Duration REST = Duration.ofSeconds(1);

    private final Path path;
    private final ControlService desk;
    private final Duration patience;
    private final ServerSocketChannel server;
    private final UserPrincipal owner;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ThreadPoolExecutor clients = new ThreadPoolExecutor(
            0,
            CLIENTS,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("gearbox-control-client").factory(),
            new ThreadPoolExecutor
                    .CallerRunsPolicy()); // the acceptor serves this client, and accepts no other meanwhile
    private final Thread acceptor =
            Thread.ofPlatform().daemon().name("gearbox-control").unstarted(this::accept);

    /**
     * Opens the socket. Replaces the file of a server that ended without removing it.
     *
     * @param patience time limit for a client to send its request, and to read each line of the answer
     * @throws UsageException if the file cannot be created
     */
    ControlSocket(Path path, ControlService desk, Duration patience) throws IOException {
        this.path = path;
        this.desk = desk;
        this.patience = patience;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            removeStale(path);
            server.bind(UnixDomainSocketAddress.of(path));
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
            owner = Files.getOwner(path);
        } catch (IOException refused) {
            server.close();
            throw new UsageException(
                    "cannot open the control socket " + path + ": " + refused.getMessage()
                            + ". Name another file with --control",
                    refused);
        } catch (UsageException taken) {
            server.close();
            throw taken;
        }
        acceptor.start();
    }

    private static void removeStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new UsageException(path + " is not a socket and is left as it is. Name another file with --control");
        }
        if (answers(path)) {
            throw new UsageException(
                    "a server already listens on " + path + ". Stop it, or name another file with --control");
        }
        Files.delete(path);
    }

    /** Whether a process listens on the socket. */
    static boolean answers(Path path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return channel.isConnected();
        } catch (ConnectException abandoned) {
            return false;
        }
    }

    private void accept() {
        while (closing.getCount() > 0) {
            try {
                SocketChannel client = server.accept();
                clients.execute(() -> serve(client));
                if (clients.isShutdown()) {
                    client.close(); // accepted while closing: no thread serves it
                }
            } catch (ClosedChannelException ended) {
                return;
            } catch (IOException | OutOfMemoryError refused) {
                LOG.log(
                        Level.WARNING,
                        () -> "the control socket cannot accept; retrying in " + REST.toSeconds() + " s",
                        refused);
                rest();
            }
        }
    }

    private void rest() {
        try {
            if (closing.await(REST.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.DEBUG, "the control socket closes");
            }
        } catch (InterruptedException close) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(SocketChannel client) {
        try (client;
                ControlChannel link = new ControlChannel(client, patience)) {
            if (isOwners(client)) {
                serve(link);
            }
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "a client of the control socket is gone", gone);
        } catch (InterruptedException close) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(ControlChannel link) throws IOException, InterruptedException {
        try {
            Optional<ControlRequest> request = link.hear(ControlRequest.class);
            if (request.isPresent()) {
                desk.answer(request.get(), link::say);
            }
        } catch (ControlException wrong) {
            link.say(new ControlAnswer.Refused(String.valueOf(wrong.getMessage())));
        } catch (RuntimeException | OutOfMemoryError defect) {
            LOG.log(Level.ERROR, "a request on the control socket failed", defect);
            link.say(new ControlAnswer.Refused("the server failed: " + defect));
        }
    }

    /** The file's permissions ensure the same, but are set a moment after the file exists. */
    private boolean isOwners(SocketChannel client) throws IOException {
        return !client.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)
                || client.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(owner);
    }

    Path path() {
        return path;
    }

    /** Closes the socket, waits for requests under way, and removes the file. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        acceptor.interrupt();
        server.close();
        Files.deleteIfExists(path);
        clients.shutdownNow();
        clients.close();
    }
}

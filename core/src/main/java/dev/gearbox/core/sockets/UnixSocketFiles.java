package dev.gearbox.core.sockets;

import dev.gearbox.core.Listener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of an engine's listening Unix-domain sockets. The system creates such a file when the socket is bound and never deletes it, so it is deleted when the
 * listener is closed, unless another file has the name by then. A file that is there before is not touched: it may belong to a server that runs. From any thread.
 */
public final class UnixSocketFiles {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    /** What all engines accept: the JDK allows a byte less than the system (sun_path has 108 bytes with the NUL at its end, unix(7)). */
    private static final int LONGEST = 106;
    /** The JDK's encoding of paths. */
    private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));

    /** @param key what tells the file from another one of the same name */
    private record SocketFile(Path path, Object key) {}

    private final Map<Listener, SocketFile> files = new ConcurrentHashMap<>();

    /** Binds a listening socket to an address. */
    public interface Bind {
        /** Returns the listener of the bound socket. */
        Listener bind() throws IOException;
    }

    /** Creates it without files. */
    public UnixSocketFiles() {}

    /**
     * Binds a socket, whose file {@link #released} deletes.
     *
     * @throws BindException if no socket can have such a path, the file exists, or the system refuses
     */
    public Listener bind(UnixDomainSocketAddress address, Bind bind) throws IOException {
        Optional<String> fault = fault(address);
        if (fault.isPresent()) {
            throw new BindException("cannot listen on " + address + ": " + fault.get());
        }
        Path path = address.getPath();
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new BindException("cannot listen on " + address
                    + ": the file exists. Delete it if no server uses it any more, or choose another path");
        }
        Listener listener;
        try {
            listener = bind.bind();
        } catch (IOException failure) {
            BindException refused = new BindException("cannot listen on " + address + ": " + failure.getMessage());
            refused.initCause(failure);
            throw refused;
        }
        Object key = key(path);
        if (key != null) {
            files.put(listener, new SocketFile(path, key));
        }
        return listener;
    }

    /** Returns why no socket can have such a path; empty if one can. */
    public static Optional<String> fault(UnixDomainSocketAddress address) {
        int length = address.getPath().toString().getBytes(PATHS).length;
        if (length == 0) {
            return Optional.of("the path is empty");
        }
        return length > LONGEST
                ? Optional.of("the path has " + length + " bytes, and may have " + LONGEST)
                : Optional.empty();
    }

    /** The listener is closed: its file is deleted, if it has one. Called once or more. */
    public void released(Listener listener) {
        SocketFile file = files.remove(listener);
        if (file != null && file.key().equals(key(file.path()))) {
            delete(file.path());
        }
    }

    /** Deletes the file of a socket that was bound a moment ago and cannot be used, or is closed. A failure is only logged. */
    public static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException kept) {
            LOG.log(Level.WARNING, () -> "the file of the closed socket " + path + " cannot be deleted", kept);
        }
    }

    private static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException gone) {
            return null;
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, () -> "the file of the socket " + path + " cannot be read", unreadable);
            return null;
        }
    }
}

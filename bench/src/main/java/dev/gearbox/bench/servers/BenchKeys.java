package dev.gearbox.bench.servers;

import dev.gearbox.tls.TlsContexts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A key and a certificate for localhost that it signs itself, made for one run. */
final class BenchKeys {
    static final char[] PASSWORD = "of this run".toCharArray();

    private BenchKeys() {}

    /** Writes a new key (EC, P-256) and its certificate to a temporary file, which is deleted when the JVM ends. */
    static Path create() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("gearbox-bench");
        Path file = folder.resolve("keys.p12");
        Path log = folder.resolve("keytool.log");
        // The last is deleted first.
        Stream.of(folder, file, log).map(Path::toFile).forEach(File::deleteOnExit);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-alias",
                        "bench",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + Files.readString(log));
        }
        return file;
    }

    static KeyStore load(Path file) throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(file.toFile(), PASSWORD);
    }

    /** Returns a context that has the key and trusts its certificate only. */
    static SSLContext context(Path file) throws GeneralSecurityException, IOException {
        KeyStore keys = load(file);
        return TlsContexts.of(keys, PASSWORD, keys);
    }
}

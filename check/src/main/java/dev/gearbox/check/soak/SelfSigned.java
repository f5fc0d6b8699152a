package dev.gearbox.check.soak;

import dev.gearbox.tls.TlsContexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;

/** A key and a self-signed certificate for both ends of a test on one machine, created by the JDK's keytool. */
final class SelfSigned {
    /**
     * The size of the session cache. A soak opens more connections than the JDK caches sessions by default, which would look like a leak until the
     * cache is full.
     */
    private static final int SESSIONS = 100;

    private SelfSigned() {}

    static SSLContext context() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("gearbox-soak");
        Path store = folder.resolve("keys.p12");
        try {
            make(store);
            KeyStore keys = KeyStore.getInstance(store.toFile(), password());
            SSLContext context = TlsContexts.of(keys, password(), keys);
            context.getServerSessionContext().setSessionCacheSize(SESSIONS);
            context.getClientSessionContext().setSessionCacheSize(SESSIONS);
            return context;
        } catch (GeneralSecurityException refused) {
            throw new IOException("the JDK created no key that it can use", refused);
        } finally {
            Files.deleteIfExists(store);
            Files.delete(folder);
        }
    }

    /** Protects nothing: the key lives as long as this process. */
    private static char[] password() {
        return "password".toCharArray();
    }

    private static void make(Path store) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        "soak",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(password())))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (keytool.waitFor() != 0) {
                throw new IOException("keytool created no key: exit code " + keytool.exitValue());
            }
        } finally {
            keytool.destroyForcibly();
        }
    }
}

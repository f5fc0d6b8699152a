package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.tls.TlsContexts;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** A self-signed authority and certificates that it has signed, made by the JDK's keytool for this run. */
final class TestAuthority {
    private static final String PASSWORD = "password";

    private final Path file;

    TestAuthority(Path folder) throws Exception {
        file = folder.resolve("keys.p12");
        keytool("authority", "-ext", "bc:c");
    }

    /**
     * Returns the context of a server with a new key.
     *
     * @param names as keytool wants them: {@code dns:localhost,ip:127.0.0.1}
     * @param period further arguments of keytool: when it is valid
     */
    SSLContext server(String names, String... period) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-signer", "authority", "-ext", "SAN=" + names));
        arguments.addAll(List.of(period));
        keytool(names, arguments.toArray(String[]::new));
        KeyStore all = keys();
        KeyStore one = empty();
        one.setKeyEntry(
                "server",
                all.getKey(names, PASSWORD.toCharArray()),
                PASSWORD.toCharArray(),
                all.getCertificateChain(names));
        return TlsContexts.of(one, PASSWORD.toCharArray(), null);
    }

    /** Returns the context of a client that trusts this authority only. */
    SSLContext client() throws Exception {
        KeyStore trusted = empty();
        trusted.setCertificateEntry("authority", keys().getCertificate("authority"));
        return TlsContexts.of(null, null, trusted);
    }

    private static KeyStore empty() throws Exception {
        KeyStore empty = KeyStore.getInstance("PKCS12");
        empty.load(null, null);
        return empty;
    }

    private KeyStore keys() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private void keytool(String alias, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + alias.replaceAll("\\W", "-"),
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(arguments));
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        assertThat(keytool.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }
}

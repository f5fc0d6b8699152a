package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.tls.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Reads a server's certificates and keys from a PKCS #12 file, and its password from another file: never from the command line, which all users can see. */
record KeyFile(Path store, @Nullable Path passwordFile) {
    /** The certificates and keys that a server presents. */
    SSLContext context() {
        char[] password = password();
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, password);
            for (String alias : Collections.list(keys.aliases())) {
                if (keys.isKeyEntry(alias)) {
                    return TlsContexts.of(keys, password, null);
                }
            }
            throw new UsageException(store + " contains no private key. Export the certificate together with its key");
        } catch (NoSuchFileException missing) {
            throw new UsageException(store + " does not exist. --tls takes a PKCS #12 file", missing);
        } catch (IOException | GeneralSecurityException unreadable) {
            throw new UsageException(
                    store + " cannot be read as PKCS #12: " + unreadable.getMessage()
                            + ". --tls-password-file names the file that contains its password",
                    unreadable);
        }
    }

    private char[] password() {
        if (passwordFile == null) {
            return new char[0];
        }
        try {
            return Files.readString(passwordFile).strip().toCharArray();
        } catch (IOException unreadable) {
            throw new UsageException(
                    passwordFile + " cannot be read. It must contain the password of " + store, unreadable);
        }
    }
}

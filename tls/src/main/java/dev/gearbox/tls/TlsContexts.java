package dev.gearbox.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates the JDK's {@link SSLContext} from key stores. Any other context works as well; the difference is the kind of key manager: the JDK's default
 * one ignores the name that a client requests (SNI).
 */
public final class TlsContexts {
    private TlsContexts() {}

    /**
     * Creates a context for either side. A server with several certificates presents the one whose subjectAltName matches the name that the client
     * requests, or any if none matches. Private keys are decrypted here, once; later changes of the key stores have no effect on the context.
     *
     * @param keys certificates and their private keys; null for a client that has none
     * @param password of the private keys; null if there are none
     * @param trust the trusted authorities; null for the JDK's default
     * @throws GeneralSecurityException if the keys cannot be read, for example because the password is wrong
     */
    public static SSLContext of(@Nullable KeyStore keys, char @Nullable [] password, @Nullable KeyStore trust)
            throws GeneralSecurityException {
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(keys == null ? null : DecryptedKeys.of(keys, password), null);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }
}

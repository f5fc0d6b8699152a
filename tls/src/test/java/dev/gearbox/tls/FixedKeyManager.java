package dev.gearbox.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Presents its one certificate, whichever authorities the other side trusts. */
final class FixedKeyManager extends X509ExtendedKeyManager {
    private final TestCertificates.Identity identity;

    FixedKeyManager(TestCertificates.Identity identity) {
        this.identity = identity;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {"it"};
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return "it";
    }

    @Override
    public String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return "it";
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {"it"};
    }

    @Override
    public String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return "it";
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {identity.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return identity.keys().getPrivate();
    }
}
